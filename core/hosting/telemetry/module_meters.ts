import type { Meters } from '../../kernel/declare/meters.ts';

interface Module {
  readonly layer: string;
  readonly name: string;
}

export interface ModuleStates {
  readonly modules: readonly Module[];
  readonly failedPlugins: readonly { readonly module: string }[];
  readonly isReady: () => boolean;
}

/** Registers meters for the readiness of the process and the state of each plugin. */
export function meterModules(meters: Meters, { modules, failedPlugins, isReady }: ModuleStates): void {
  const running = modules.filter(({ layer }) => layer === 'plugins').map(({ name }) => [name, 1] as const);
  const failed = failedPlugins.map(({ module }) => [module, 0] as const);
  const samples = [...running, ...failed].map(([plugin, value]) => ({ labels: { plugin }, value }));
  meters.reading({
    name: 'lectern_plugin_up',
    help: '1 for a running plugin, 0 for a failed one.',
    labels: ['plugin'],
    across: 'min',
    read: () => samples,
  });
  meters.reading({
    name: 'lectern_process_ready',
    help: '1 while the process is ready for requests, 0 during its start and its shutdown.',
    across: 'min',
    read: () => (isReady() ? 1 : 0),
  });
}

import type { Meters } from '../../kernel/declare/meters.ts';

interface Module {
  readonly layer: string;
  readonly name: string;
}

/** Running modules and failed plugins. */
export interface ModuleStates {
  readonly modules: readonly Module[];
  readonly setAside: readonly { readonly module: string }[];
  readonly isReady: () => boolean;
}

/** Registers meters for the readiness of the process and the state of each plugin. */
export function tellModules(meters: Meters, { modules, setAside, isReady }: ModuleStates): void {
  const running = modules.filter(({ layer }) => layer === 'plugins').map(({ name }) => [name, 1] as const);
  const aside = setAside.map(({ module }) => [module, 0] as const);
  const samples = [...running, ...aside].map(([plugin, value]) => ({ labels: { plugin }, value }));
  meters.reading({
    name: 'lectern_plugin_up',
    help: '1 for a plugin at work, 0 for one that was set aside because it could not start.',
    labels: ['plugin'],
    across: 'min',
    read: () => samples,
  });
  meters.reading({
    name: 'lectern_process_ready',
    help: '1 while requests are to be sent here, 0 before the start is done and once the process is to end.',
    across: 'min',
    read: () => (isReady() ? 1 : 0),
  });
}

import type { Assembly } from '../routes/assembly.ts';
import { assemble, type AssemblyParts } from './assemble.ts';
import type { KernelHooks } from './hooks.ts';
import { RunningServices } from './running_services.ts';
import { startModules } from './start_modules.ts';

/** Parts of an assembly, with the hooks and the root path for its start. */
export interface StartParts extends AssemblyParts {
  readonly root: string;
  readonly hooks: KernelHooks;
}

/** An assembly with its running services. */
export interface Started {
  readonly assembly: Assembly;
  readonly running: RunningServices;
}

/**
 * Starts all modules. When a plugin fails, stops the services and starts again without the plugin.
 * @param first assembly of the first attempt
 * @throws errors that are not of a plugin that may be left out, after the stop of the started services
 */
export async function startWithIsolation(parts: StartParts, first: Assembly): Promise<Started> {
  const { root, own, failed, loaded, hooks } = parts;
  const { config, logger } = own;
  const { isolation } = hooks;
  for (let assembly = first; ; assembly = assemble(parts)) {
    const running = new RunningServices({ logger, timeout: config.startTimeout, root, isolation });
    try {
      await hooks.checkSettings(assembly);
      await startModules(assembly, running, { demo: config.demo, root, isolation });
      await running.ready();
      return { assembly, running };
    } catch (error) {
      await running.stop();
      // The next attempt is made without the failed plugin.
      failed.leaveOutOrThrow(assembly.registry.changed.attribute(error), loaded);
    }
  }
}

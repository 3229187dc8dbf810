import type { Replaceable } from '../container/service_registry.ts';
import type { ModuleFault } from '../modules/module_fault.ts';
import { assemble, type Assembly, type AssemblyParts } from './assemble.ts';
import type { KernelHooks } from './hooks.ts';
import { RunningServices } from './running_services.ts';
import { startModules } from './start_modules.ts';

/** Parts of an assembly, with the hooks and the root path for its start. */
export interface StartParts extends AssemblyParts {
  readonly root: string;
  readonly hooks: KernelHooks;
  /** Set if modules may be replaced while the kernel serves. */
  readonly replaceable?: Replaceable | undefined;
}

/** An assembly with its running services. */
export interface Started {
  readonly assembly: Assembly;
  readonly running: RunningServices;
}

/** A started assembly with the parts it was made of; a reload replaces it by the next generation. */
export interface Generation extends Started {
  readonly parts: StartParts;
}

/** The generation that a reload replaces. */
export interface Replaced extends Started {
  /** Names of the modules that the reload has loaded. */
  readonly changed: ReadonlySet<string>;
}

/**
 * Starts all modules. When a plugin fails, stops the services and starts again without the plugin.
 * @param assembly assembly of the first attempt; made of `parts` unless given
 * @param replaced present generation in a reload; its unchanged services keep running
 * @throws errors that are not of a plugin that may be left out, after the stop of the started services
 */
export async function startWithIsolation(
  parts: StartParts,
  assembly?: Assembly,
  replaced?: Replaced,
): Promise<Started> {
  const { root, own, failed, loaded, replaceable, hooks } = parts;
  const { config, logger } = own;
  const { isolation } = hooks;
  const rethrow = (fault: ModuleFault) => {
    throw fault;
  };
  for (let attempt = assembly ?? assemble(parts, replaceable); ; attempt = assemble(parts, replaceable)) {
    const running = new RunningServices({ logger, timeout: config.startTimeout, root, isolation }, replaced?.running);
    try {
      await hooks.checkSettings(attempt);
      await startModules(attempt, running, { demo: config.demo, root, isolation, migrating: replaced?.changed });
      // In a reload, `ready()` is called only after requests have been switched to the new modules.
      if (!replaced) await running.ready(rethrow);
      return { assembly: attempt, running };
    } catch (error) {
      await running.stop();
      // The next attempt is made without the failed plugin.
      failed.leaveOutOrThrow(attempt.registry.changed.attribute(error), loaded);
    }
  }
}

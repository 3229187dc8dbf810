import { addressesOf, assemble, type Assembly, type AssemblyParts } from './assemble.ts';
import type { Succession } from './container.ts';
import type { ModuleFault } from './fault.ts';
import { refuseUnsafeSettings } from '../safety/examine_safety.ts';
import { Running } from './running.ts';
import { startModules } from './start_modules.ts';

/** All that is needed to start. */
export interface StartParts extends AssemblyParts {
  readonly root: string;
  readonly succession?: Succession | undefined;
  /** Whether modules are exchanged while it serves. */
  readonly isLive?: boolean;
}

/** Modules at work. */
export interface AtWork {
  readonly assembly: Assembly;
  readonly running: Running;
}

/** What is at work already, when others are to follow. */
export interface Before extends AtWork {
  /** Names of the modules that were read anew. */
  readonly changed: ReadonlySet<string>;
}

/**
 * Starts all modules that are fit: a plugin that fails to start is set aside and everything begins anew without it.
 * @param assembly what was put together before, where that was done
 * @param before of what is at work already, whatever can stay goes on
 * @throws ModuleFault of a module that must not be set aside; nothing that was started is left behind then
 */
export async function startFit(parts: StartParts, assembly?: Assembly, before?: Before): Promise<AtWork> {
  const { root, own, casualties, loaded, succession, isLive = false } = parts;
  const { config, logger } = own;
  const fail = (fault: ModuleFault) => {
    throw fault;
  };
  for (let put = assembly ?? assemble(parts, succession); ; put = assemble(parts, succession)) {
    const running = new Running({ logger, timeout: config.startTimeout, root }, before?.running);
    try {
      await refuseUnsafeSettings({ config, services: put.house.services, live: isLive }, put.modules);
      await startModules(put, running, { logger, demo: config.demo, root, migrating: before?.changed });
      // What follows others gets ready once it has taken their place.
      if (!before) await running.ready(fail);
      return { assembly: put, running };
    } catch (error) {
      await running.stop();
      casualties.add(error, loaded, addressesOf(error, loaded));
    }
  }
}

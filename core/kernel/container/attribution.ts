import { ModuleFault } from '../modules/module_fault.ts';
import { isInstance, reasonOf } from '../declare/thrown.ts';
import type { LoadedModule } from '../modules/load_module.ts';

/** A module that registers services, or the kernel. */
export type Provider = Pick<LoadedModule, 'layer' | 'name' | 'folder' | 'servicesFile' | 'manifest'>;

/** Creates the fault for a problem in the `services` file of a module. */
export function servicesFault(module: Provider, problem: string, cause?: unknown): ModuleFault {
  return new ModuleFault(module.name, module.servicesFile, problem, cause);
}

/** Runs `work`. Turns its error into a fault of the module, unless the error is the fault of a module already. */
export function attributingTo<T>(module: Provider, problem: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isInstance(error, ModuleFault)) throw error;
    throw servicesFault(module, `${problem}: ${reasonOf(error)}`, error);
  }
}

import { ModuleFault } from '../modules/module_fault.ts';
import { isInstance, reasonOf } from '../declare/thrown.ts';
import type { LoadedModule } from '../modules/load_module.ts';

/** A module, as far as its services are concerned; the kernel itself is one, too. */
export type Provider = Pick<LoadedModule, 'layer' | 'name' | 'folder' | 'servicesFile' | 'manifest'>;

/** A fault in what a module gives in its `services` file. */
export function servicesFault(module: Provider, problem: string, cause?: unknown): ModuleFault {
  return new ModuleFault(module.name, module.servicesFile, problem, cause);
}

/** Has what is thrown name the module, unless it names one already. */
export function blaming<T>(module: Provider, problem: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isInstance(error, ModuleFault)) throw error;
    throw servicesFault(module, `${problem}: ${reasonOf(error)}`, error);
  }
}

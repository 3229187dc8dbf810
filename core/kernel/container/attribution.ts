import { attributed, ModuleFault } from '../modules/module_fault.ts';
import type { LoadedModule } from '../modules/load_module.ts';

/** A module that registers services, or the kernel. */
export type Provider = Pick<LoadedModule, 'layer' | 'name' | 'folder' | 'servicesFile' | 'manifest'>;

/** Creates the fault for a problem in the `services` file of a module. */
export function servicesFault(module: Provider, problem: string, cause?: unknown): ModuleFault {
  return new ModuleFault(module.name, module.servicesFile, problem, cause);
}

/** Runs code of the `services` file of a module. @throws ModuleFault with the problem and its reason */
export function attributingTo<T>({ name, servicesFile }: Provider, problem: string, work: () => T): T {
  return attributed(name, (reason) => [servicesFile, `${problem}: ${reason}`], work);
}

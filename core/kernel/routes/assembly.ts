import type { ServiceRegistry } from '../container/service_registry.ts';
import type { LoadedModule } from '../modules/load_module.ts';
import type { RouteTable } from './route_table.ts';

/** Modules with their built services and their resolved routes. */
export interface Assembly {
  readonly modules: readonly LoadedModule[];
  readonly registry: ServiceRegistry;
  readonly table: RouteTable;
}

/** Module of a value that `registry.contributions` has returned. */
export function contributorOf(
  value: unknown,
  { modules, registry }: Pick<Assembly, 'modules' | 'registry'>,
): LoadedModule {
  const name = registry.contributions.moduleOf(value);
  return modules.find((one) => one.name === name) as LoadedModule;
}

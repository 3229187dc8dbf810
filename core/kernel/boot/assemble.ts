import { checkConventions, conventionResolvers, type GuardAuthenticator } from '../http/request_services.ts';
import type { Services } from '../declare/services.ts';
import { buildServices } from '../container/container.ts';
import type { ServiceRegistry } from '../container/service_registry.ts';
import type { FailedPlugins, UnloadedPlugin } from '../modules/failed_plugins.ts';
import { buildResources } from '../container/build_resources.ts';
import type { LoadedModule } from '../modules/load_module.ts';
import { orderModules, orderingOf } from '../modules/order.ts';
import { resolveRoutes, type GuardLink, type RouteTable } from '../routes/route_table.ts';

/** Modules with their built services and their resolved routes. */
export interface Assembly {
  readonly modules: readonly LoadedModule[];
  readonly registry: ServiceRegistry;
  readonly table: RouteTable;
}

/** Kernel services, loaded modules and hooks from which an assembly is made. */
export interface AssemblyParts {
  readonly own: OwnServices;
  readonly failed: FailedPlugins;
  readonly loaded: readonly LoadedModule[];
  readonly hooks: AssemblyHooks;
}

/** Hooks of hosting that are called while modules are assembled. */
export interface AssemblyHooks {
  /**
   * Completes the routes: operation hooks, settings that disable or deprecate routes, fields and list keys that modules
   * add, mounts and pages. Checks the middleware of modules.
   * @param unloaded modules that do not run; settings may name their routes
   * @throws ModuleFault for a mistake of a module; Error for a wrong setting of a route
   */
  readonly completeRoutes: (assembly: Assembly, unloaded: readonly UnloadedPlugin[]) => RouteTable;
  readonly guardAuthenticator: GuardAuthenticator;
  readonly guardLink: GuardLink;
}

/** Services that exist before the modules are assembled; every module may request them. */
export type OwnServices = Pick<Services, 'clock' | 'config' | 'environment' | 'logger' | 'meters' | 'publicUrl'>;

/** Assembles the modules; leaves out one failed plugin after the other. @throws errors that are not of such a plugin */
export function assemble({ loaded, own, failed, hooks }: AssemblyParts): Assembly {
  for (;;) {
    const fit = loaded.filter((module) => !failed.has(module));
    try {
      const disabled = failed.disabled.map(({ module }) => module);
      const modules = orderModules(fit, disabled);
      const conventions = conventionResolvers(own.logger, modules, hooks.guardAuthenticator);
      const registry = buildServices(modules, { own, conventions });
      checkConventions(registry.services, modules);
      const resources = modules.flatMap((module) => module.resources);
      const built = buildResources(resources, registry);
      const table = resolveRoutes(built, orderingOf(modules), hooks.guardLink);
      const assembly = { modules, registry, table };
      return { ...assembly, table: hooks.completeRoutes(assembly, failed.unloaded) };
    } catch (error) {
      // The next attempt is made without the failed plugin.
      failed.leaveOutOrThrow(error, fit);
    }
  }
}

/** Module of a value that `registry.contributions` has returned. */
export function contributorOf(
  value: unknown,
  { modules, registry }: Pick<Assembly, 'modules' | 'registry'>,
): LoadedModule {
  const name = registry.contributions.moduleOf(value);
  return modules.find((one) => one.name === name) as LoadedModule;
}

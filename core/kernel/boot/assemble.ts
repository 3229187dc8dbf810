import { checkConventions, conventionResolvers } from '../http/request_services.ts';
import type { Services } from '../declare/services.ts';
import { buildServices } from '../container/container.ts';
import type { FailedPlugins, UnloadedPlugin } from '../modules/failed_plugins.ts';
import { buildResources } from '../container/build_resources.ts';
import type { LoadedModule } from '../modules/load_module.ts';
import { orderModules, orderingOf } from '../modules/order.ts';
import { extendRoutes } from '../extensions/extend_routes.ts';
import { refuseUndeclared } from '../extensions/used_at_start.ts';
import type { Guards } from '../extensions/guards.ts';
import type { Assembly } from '../routes/assembly.ts';
import { resolveRoutes, type RouteTable } from '../routes/route_table.ts';

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
   * Completes the routes: settings that disable or deprecate routes, and pages. Checks the middleware of modules.
   * @param unloaded modules that do not run; settings may name their routes
   * @throws ModuleFault for a mistake of a module; Error for a wrong setting of a route
   */
  readonly completeRoutes: (assembly: Assembly, unloaded: readonly UnloadedPlugin[]) => RouteTable;
  readonly guards: Guards;
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
      const conventions = conventionResolvers(own.logger, modules, hooks.guards.authenticator);
      const registry = buildServices(modules, { own, conventions });
      checkConventions(registry.services, modules);
      const resources = modules.flatMap((module) => module.resources);
      const built = buildResources(resources, registry);
      const resolved = resolveRoutes(built, orderingOf(modules), hooks.guards.link);
      const table = extendRoutes({ modules, registry, table: resolved }, hooks.guards);
      const assembly = { modules, registry, table };
      refuseUndeclared(assembly);
      return { ...assembly, table: hooks.completeRoutes(assembly, failed.unloaded) };
    } catch (error) {
      // The next attempt is made without the failed plugin.
      failed.leaveOutOrThrow(error, fit);
    }
  }
}

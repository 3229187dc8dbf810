import { dateTimeWriter } from '../declare/zone.ts';
import type { AppParts } from '../http/app.ts';
import { conventionsOf } from '../http/conventions.ts';
import { setAsideFinder } from '../modules/failed_plugins.ts';
import { notifyingRoutes } from '../routes/notifying_routes.ts';
import type { Assembly } from './assemble.ts';
import type { Probes } from './hooks.ts';
import type { StartParts } from './start_with_isolation.ts';

/** Parts of the application of an assembly. */
export function appPartsOf({ own, failed, hooks }: StartParts, assembly: Assembly, probes: Probes): AppParts {
  const { config, logger, publicUrl } = own;
  const { mounts, registry, table } = assembly;
  const { contributions, services } = registry;
  return {
    config,
    logger,
    routes: notifyingRoutes(table.routes, contributions, logger),
    mounts,
    authenticators: contributions.of('authenticators'),
    conventions: conventionsOf(services),
    middleware: contributions.of('middleware'),
    write: { writeDateTime: dateTimeWriter(config.zone), publicUrl },
    setAside: setAsideFinder(failed.list),
    ...hooks.app({ assembly, failed, probes }),
  };
}

import { dateTimeWriter } from '../base/time_zone.ts';
import { challengesOf, credentialHeaders, credentialParameters } from '../auth/admission.ts';
import { ApiVersions } from '../http/api_version.ts';
import type { AppParts } from '../http/app_parts.ts';
import { limitsByCaller } from '../http/input/body.ts';
import { operationsOf } from '../extensions/extend_routes.ts';
import { mountFinder } from '../extensions/mount_handler.ts';
import { trustsIn } from '../http/client_address.ts';
import { publicPathOf } from '../http/public_path.ts';
import type { Assembly } from '../routes/assembly.ts';
import type { Probes } from './hooks.ts';
import type { StartParts } from './start_with_isolation.ts';

export function appPartsOf({ own, failed, hooks }: StartParts, assembly: Assembly, probes: Probes): AppParts {
  const { config, logger, publicUrl } = own;
  const { registry, table } = assembly;
  const { contributions, services } = registry;
  const authenticators = contributions.of('authenticators');
  const shared = {
    vary: credentialHeaders(authenticators),
    limits: limitsByCaller(config.http),
    publicPath: publicPathOf(config.http.publicUrl),
    versions: new ApiVersions(config.http),
    write: { writeDateTime: dateTimeWriter(config.zone), publicUrl },
  };
  const { hooks: requestHooks, pages } = hooks.app({ ...shared, assembly, failed, probes });
  const { wrapOperation, unrouted } = requestHooks;
  const mountAt = mountFinder(table.mounts ?? [], {
    conventions: services,
    limits: shared.limits,
    trusts: trustsIn(config.http.trustedProxies),
    publicPath: shared.publicPath,
    hooks: requestHooks,
  });
  return {
    ...shared,
    config,
    logger,
    routes: table.routes,
    challenges: challengesOf(authenticators),
    credentials: credentialParameters(authenticators),
    conventions: services,
    middleware: contributions.of('middleware'),
    hooks: requestHooks,
    operationOf: operationsOf({ assembly, guards: hooks.guards, write: shared.write, wrapOperation }),
    unrouted: (path) => unrouted(path, mountAt(path)),
    pages,
  };
}

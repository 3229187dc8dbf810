import { dateTimeWriter } from '../declare/time_zone.ts';
import { challengesOf, credentialHeaders, credentialParameters } from '../auth/admission.ts';
import type { AppParts } from '../http/app_parts.ts';
import { limitsByCaller } from '../http/body.ts';
import { publicPathOf } from '../http/public_path.ts';
import type { Assembly } from './assemble.ts';
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
    write: { writeDateTime: dateTimeWriter(config.zone), publicUrl },
  };
  return {
    ...shared,
    config,
    logger,
    routes: table.routes,
    challenges: challengesOf(authenticators),
    credentials: credentialParameters(authenticators),
    conventions: services,
    middleware: contributions.of('middleware'),
    ...hooks.app({ ...shared, assembly, failed, probes }),
  };
}

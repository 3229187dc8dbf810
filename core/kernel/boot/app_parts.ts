import type { AppParts } from '../http/app.ts';
import type { Health } from '../http/health.ts';
import { mountPages } from '../http/pages.ts';
import type { Traffic } from '../http/traffic.ts';
import type { LeakReport } from '../leaks/leak_report.ts';
import { tellModules } from '../meters/module_meters.ts';
import type { WriteContext } from '../wire.ts';
import { dateTimeWriter } from '../zone.ts';
import type { Assembly } from './assemble.ts';
import type { Parts } from './kernel_types.ts';
import type { LoadedModule } from './load_module.ts';
import { setAsideFinder } from './set_aside.ts';
import { toldRoutes } from './told_routes.ts';

/** What an application asks of the kernel while it runs. */
export interface AtRunTime extends Pick<Health, 'isReady' | 'check' | 'remarks'> {
  readonly leaks: LeakReport | undefined;
  readonly traffic: Traffic | undefined;
}

/** Every contribution is of a module at work. */
function ownerOf(contribution: object, { modules, house }: Assembly): LoadedModule {
  const owner = house.contributions.moduleOf(contribution);
  return modules.find(({ name }) => name === owner) as LoadedModule;
}

/** What the application of an installation is made of. */
export function appPartsOf({ own, requests, casualties, guard }: Parts, assembly: Assembly, at: AtRunTime): AppParts {
  const { config, logger, meters, publicUrl } = own;
  const { modules, mounts, house, table } = assembly;
  const { isReady, check, remarks, leaks, traffic } = at;
  const write: WriteContext = { writeDateTime: dateTimeWriter(config.zone), publicUrl };
  const disabled = { plugins: casualties.disabled.map(({ module }) => module) };
  const health = { isReady, check, remarks, setAside: casualties.list, disabled, cutOff: () => guard.breakers.open };
  tellModules(meters, { modules, setAside: casualties.list, isReady });
  const authenticators = house.contributions.of('authenticators');
  const document = { routes: table.routes, services: house.services, authenticators };
  return {
    config,
    logger,
    requests,
    routes: toldRoutes(table.routes, house.contributions, logger),
    mounts,
    authenticators,
    ownerOf: (one) => ownerOf(one, assembly),
    write,
    leaks,
    guard,
    meters,
    setAside: setAsideFinder(casualties.list),
    pages: (router, metrics) => {
      mountPages(router, { metrics, metricsToken: config.metrics.token, health, modules, document, leaks });
    },
    ...(traffic && { traffic }),
  };
}

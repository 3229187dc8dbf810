import type { KernelHooks } from '../kernel/boot/hooks.ts';
import type { OwnServices } from '../kernel/boot/assemble.ts';
import type { LogDestination } from '../kernel/declare/logger.ts';
import { refuseUnsafeSettings } from './inspect/examine_safety.ts';
import type { LeakReport } from './inspect/leak_report.ts';
import type { Guard } from './isolation/guard.ts';
import { isolation } from './isolation/isolation.ts';
import { withDeadline } from './isolation/operation_deadline.ts';
import { counted, type CurrentTraffic } from './reload/traffic.ts';
import { mountPages } from './server/pages.ts';
import type { Metrics } from './telemetry/metrics.ts';
import { tellModules } from './telemetry/module_meters.ts';
import { createRequestObserver } from './telemetry/request_observer.ts';
import { RequestSpans } from './telemetry/request_spans.ts';

/** Parts that the hooks of a kernel are created from. */
export interface HookParts {
  readonly own: OwnServices;
  readonly guard: Guard;
  readonly metrics: Metrics;
  /** Destination of the line of each request, if any. */
  readonly requests: LogDestination | undefined;
  /** Counts fields that filters withhold, in development. */
  readonly leaks: LeakReport | undefined;
  /** Counts requests in progress, where modules can be replaced. */
  readonly traffic: CurrentTraffic | undefined;
}

/** Plugs time limits, breakers, frozen built-ins, telemetry, safety rules and pages into a kernel. */
export function createKernelHooks({ own, guard, metrics, requests, leaks, traffic }: HookParts): KernelHooks {
  const { config, logger, meters } = own;
  let hasApp = false;
  return {
    isolation,
    checkSettings: ({ registry, modules }) =>
      refuseUnsafeSettings({ config, services: registry.services, live: traffic !== undefined }, modules),
    app: ({ assembly, failed, probes }) => {
      const { modules, registry, table } = assembly;
      // Breakers of the first modules may have counted errors of their start.
      if (hasApp) guard.renew();
      hasApp = true;
      tellModules(meters, { modules, setAside: failed.list, isReady: probes.isReady });
      const spans = RequestSpans.ifWanted();
      const disabled = { plugins: failed.disabled.map(({ module }) => module) };
      const health = { ...probes, setAside: failed.list, disabled, cutOff: () => guard.breakers.open };
      const authenticators = registry.contributions.of('authenticators');
      const document = { routes: table.routes, services: registry.services, authenticators };
      const current = traffic?.current;
      return {
        hooks: {
          requests: createRequestObserver({ config, logger, requests, metrics, spans }),
          observerOf: (module) => guard.breakers.of(module),
          wrapOperation: (route) => withDeadline(route, spans?.operation(route) ?? route.run, guard),
          wrapFilter: (route, filter) => leaks?.watching(route, filter) ?? filter,
          wrapMiddleware: (middleware) => (current ? counted(middleware, current) : middleware),
        },
        pages: (router) => {
          mountPages(router, { metrics, metricsToken: config.metrics.token, health, modules, document, leaks });
        },
      };
    },
  };
}

import type { AppSubject, KernelHooks } from '../kernel/boot/hooks.ts';
import { contributorOf, type Assembly, type OwnServices } from '../kernel/boot/assemble.ts';
import { credentialHeaders } from '../kernel/auth/admission.ts';
import { dateTimeWriter } from '../kernel/declare/zone.ts';
import { limitsByCaller } from '../kernel/http/body.ts';
import type { RequestHooks } from '../kernel/http/request_hooks.ts';
import type { Route } from '../kernel/routes/route.ts';
import { addingFields, withAddedFields } from './added_fields/adding_fields.ts';
import { withListKeys } from './added_fields/list_keys.ts';
import { alwaysForOrigins, corsOf } from './api/cors.ts';
import { compressing } from './api/compression.ts';
import { withNotice } from './api/deprecated_endpoint.ts';
import { resolveMounts } from './api/mount_records.ts';
import { unroutedFinder } from './api/unrouted_paths.ts';
import { withHooks } from './api/operation_hooks.ts';
import { notifierOfChanges } from './api/notifying_routes.ts';
import { recordingOfChanges } from './api/recorded_changes.ts';
import { applyRouteSettings } from './api/route_settings.ts';
import { apiSecurityHeaders } from './api/security_headers.ts';
import type { Installation } from './installation.ts';
import { refuseUnsafeSettings } from './inspect/examine_safety.ts';
import type { LeakReport } from './inspect/leak_report.ts';
import type { Guard } from './isolation/guard.ts';
import { GuardedAuthenticator } from './isolation/guarded_authenticator.ts';
import { isolation } from './isolation/isolation.ts';
import { withDeadline } from './isolation/operation_deadline.ts';
import { failedMiddleware, isolateMiddleware } from './isolation/isolate_middleware.ts';
import { counted, type CurrentTraffic } from './reload/traffic.ts';
import { ServiceChecks } from './server/service_checks.ts';
import { readinessOf } from './server/health.ts';
import { mountPages, type PageParts } from './server/pages.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { LogDestination } from './telemetry/log_output.ts';
import { meterModules } from './telemetry/module_meters.ts';
import { createRequestObserver } from './telemetry/request_observer.ts';
import { RequestSpans } from './telemetry/request_spans.ts';

/** Parts that the hooks of a kernel are created from. */
export interface HookParts {
  /** Root of the installation. */
  readonly root: string;
  readonly own: OwnServices & { readonly installation: Installation };
  readonly guard: Guard;
  readonly metrics: Metrics;
  /** Destination of the log line of each request; undefined if the log level excludes such lines. */
  readonly requests: LogDestination | undefined;
  /** Counts fields that filters withhold, in development. */
  readonly leaks: LeakReport | undefined;
  /** Counts requests in progress; undefined unless modules can be replaced. */
  readonly traffic: CurrentTraffic | undefined;
}

/** Creates the hooks of a kernel: time limits, breakers, frozen built-ins, telemetry, safety rules and pages. */
export function createKernelHooks(parts: HookParts): KernelHooks {
  const { own, guard, traffic } = parts;
  const { config, logger, meters } = own;
  let hasApp = false;
  return {
    isolation,
    completeRoutes: (assembly, unloaded) => {
      const mounts = resolveMounts(assembly);
      const table = withListKeys(assembly, withAddedFields(assembly, assembly.table));
      return { ...applyRouteSettings(withHooks({ ...assembly, table }, guard), config.routes, unloaded), mounts };
    },
    guardAuthenticator: (one, owner) =>
      new GuardedAuthenticator(one, { logger, owner, deadlineMs: config.guard.deadlineMs }),
    checkSettings: ({ registry, modules }) =>
      refuseUnsafeSettings({ config, services: registry.services, live: traffic !== undefined }, modules),
    app: (subject) => {
      // The first application keeps the breakers, which may have counted errors during the start.
      if (hasApp) guard.renew();
      hasApp = true;
      const { assembly, failed, probes } = subject;
      meterModules(meters, { modules: assembly.modules, setAside: failed.list, isReady: probes.isReady });
      const ofPages = pageParts(parts, subject);
      own.installation.readiness = () => readinessOf(ofPages.health, assembly.modules);
      return { hooks: requestHooks(parts, subject), pages: (router) => mountPages(router, ofPages) };
    },
  };
}

function requestHooks({ own, guard, metrics, requests, leaks, traffic }: HookParts, subject: AppSubject): RequestHooks {
  const { config, logger } = own;
  const { registry, table } = subject.assembly;
  const { contributions, services } = registry;
  const { cors: settings, publicUrl, trustedProxies } = config.http;
  const spans = RequestSpans.ifTraced();
  const observer = createRequestObserver({ config, logger, requests, metrics, spans });
  const observerOf: RequestHooks['observerOf'] = (module) => guard.breakers.of(module);
  const headers = [...apiSecurityHeaders(publicUrl), ...alwaysForOrigins(settings)];
  const cors = corsOf(settings, credentialHeaders(contributions.of('authenticators')));
  const shared = {
    conventions: services,
    limits: limitsByCaller(config.http),
    trustedProxies,
    observerOf,
    always: headers,
    done: observer.answered,
  };
  const current = traffic?.current;
  return {
    headers,
    requests: observer,
    observerOf,
    wrapOperation: operationWrapper({ own, guard, spans }, subject.assembly),
    wrapFilter: (route, filter) => leaks?.watching(route, filter) ?? filter,
    wrapSender: compressing,
    wrapEndpoint: withNotice,
    wrapContributed: contributedWrapper(subject, guard),
    failedMiddleware,
    wrapMiddleware: (middleware, router) => {
      const inner = cors?.around(middleware, router) ?? middleware;
      return current ? counted(inner, current) : inner;
    },
    unrouted: unroutedFinder({ mounts: table.mounts ?? [], shared, failed: subject.failed.list, cors }),
  };
}

function operationWrapper(
  { own, guard, spans }: Pick<HookParts, 'own' | 'guard'> & { readonly spans: RequestSpans | undefined },
  { registry: { contributions, services }, table }: Assembly,
): RequestHooks['wrapOperation'] {
  const { config, logger, publicUrl } = own;
  const write = { writeDateTime: dateTimeWriter(config.zone), publicUrl };
  const notifying = notifierOfChanges(contributions, logger);
  const recording = recordingOfChanges({ services, write, routes: [...table.routes, ...table.disabled] });
  const adding = addingFields({ guard, logger, write });
  const operation = (route: Route) => withDeadline(route, spans?.operation(route) ?? route.run, guard);
  return (route) => adding(route, operation(notifying(recording(route))));
}

function contributedWrapper({ assembly }: AppSubject, guard: Guard): RequestHooks['wrapContributed'] {
  return (middleware) => isolateMiddleware(middleware, contributorOf(middleware, assembly), guard);
}

function pageParts(
  { root, own, guard, metrics, leaks }: HookParts,
  { assembly, failed, probes }: AppSubject,
): PageParts {
  const { config } = own;
  const { modules, registry, table } = assembly;
  const disabled = { plugins: failed.disabled.map(({ module }) => module) };
  const services = new ServiceChecks(probes.services, own.logger);
  const health = {
    root,
    isReady: probes.isReady,
    services,
    setAside: failed.list,
    disabled,
    cutOff: () => guard.breakers.open,
  };
  const authenticators = registry.contributions.of('authenticators');
  const document = { routes: table.routes, services: registry.services, authenticators, modules };
  const { publicUrl } = config.http;
  const pages = registry.contributions.of('pages');
  const isDevelopment = own.environment !== 'production';
  const metricsToken = config.metrics.token;
  return { metrics, metricsToken, isDevelopment, publicUrl, health, modules, document, leaks, pages };
}

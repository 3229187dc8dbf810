import type { AppSubject, KernelHooks } from '../kernel/boot/hooks.ts';
import { contributorOf, type OwnServices } from '../kernel/boot/assemble.ts';
import { trustsIn } from '../kernel/http/client_address.ts';
import type { RequestHooks, RunOperation } from '../kernel/http/request_hooks.ts';
import { addingFields, withAddedFields } from './added_fields/adding_fields.ts';
import { withListKeys } from './added_fields/list_keys.ts';
import { alwaysForOrigins, corsOf } from './api/cors.ts';
import { compressing } from './api/compression.ts';
import { withNotice } from './api/deprecated_endpoint.ts';
import { withFailuresOfChecks } from './api/failures_of_checks.ts';
import { resolveMounts } from './api/mount_records.ts';
import { unroutedFinder } from './api/unrouted_paths.ts';
import { withHooks } from './api/operation_hooks.ts';
import { notifierOfChanges } from './api/notifying_routes.ts';
import { recordingOfChanges } from './api/recorded_changes.ts';
import { applyRouteSettings } from './api/route_settings.ts';
import { apiSecurityHeaders } from './api/security_headers.ts';
import type { Host } from './host.ts';
import type { Installation } from './installation.ts';
import { refuseUnsafeSettings } from './inspect/examine_safety.ts';
import type { LeakReport } from './inspect/leak_report.ts';
import { unknownInputLog } from './inspect/unknown_input_log.ts';
import type { PluginGuard } from './isolation/guard.ts';
import { guardLink } from './isolation/guarded_link.ts';
import { GuardedAuthenticator } from './isolation/guarded_authenticator.ts';
import { isolation } from './isolation/module_isolation.ts';
import { withDeadline } from './isolation/operation_deadline.ts';
import { failedMiddleware, isolateMiddleware, refuseUnsafeMiddleware } from './isolation/isolate_middleware.ts';
import { ServiceChecks } from './server/service_checks.ts';
import { readinessOf } from './server/health.ts';
import { resolvePages } from './server/page_records.ts';
import { mountPages, type PageParts } from './server/pages.ts';
import { meterModules } from './telemetry/metrics.ts';
import { createRequestObserver } from './telemetry/request_observer.ts';
import { RequestSpans } from './telemetry/request_spans.ts';

export interface HookParts {
  readonly root: string;
  readonly own: OwnServices & { readonly installation: Installation };
  readonly host: Host;
  readonly guard: PluginGuard;
  /** Counts fields that filters withhold; undefined unless `leakReport` is on. */
  readonly leaks: LeakReport | undefined;
  /** Whether the kernel may be replaced while the process serves. */
  readonly live: boolean;
}

/** Creates the hooks by which the parts of `core/hosting` extend the kernel. */
export function createKernelHooks(parts: HookParts): KernelHooks {
  const { own, host, guard, live } = parts;
  const { config, logger } = own;
  const beginApp = ({ assembly, failed, probes }: AppSubject, { health }: PageParts) => {
    host.meters.register(guard.meters);
    meterModules(host.meters, { modules: assembly.modules, failedPlugins: failed.list, isReady: probes.isReady });
    own.installation.readiness = () => readinessOf(health, assembly.modules);
  };
  return {
    isolation,
    completeRoutes: (assembly, unloaded) => {
      refuseUnsafeMiddleware(assembly);
      const extended = withListKeys(assembly, withAddedFields(assembly, assembly.table));
      const documented = withFailuresOfChecks(assembly, extended);
      const hooked = withHooks({ ...assembly, table: documented }, guard);
      const table = applyRouteSettings(hooked, config.routes, unloaded);
      return { ...table, mounts: resolveMounts(assembly), pages: resolvePages(assembly) };
    },
    guardAuthenticator: (authenticator, owner) =>
      new GuardedAuthenticator(authenticator, { logger, owner, deadlineMs: config.guard.deadlineMs }),
    guardLink: (overridden) => guardLink(overridden, guard),
    checkSettings: ({ registry, modules }) =>
      refuseUnsafeSettings({ config, services: registry.services, live }, modules),
    app: (subject) => {
      const pages = pageParts(parts, subject);
      beginApp(subject, pages);
      return { hooks: requestHooks(parts, subject), pages: (router) => mountPages(router, pages) };
    },
  };
}

function requestHooks(parts: HookParts, subject: AppSubject): RequestHooks {
  const { own, guard, leaks } = parts;
  const { config, logger } = own;
  const { requestLog, metrics } = parts.host;
  const { registry, table } = subject.assembly;
  const { cors: settings, publicUrl, trustedProxies } = config.http;
  const spans = RequestSpans.ifTraced();
  const trail = own.installation.requests;
  const threw: RequestHooks['requests']['failed'] = (context, thrown) => guard.errors.threw(context, thrown);
  const requests = createRequestObserver({ config, logger, requests: requestLog, metrics, spans, trail, threw });
  const breakerOf: RequestHooks['breakerOf'] = (module) => guard.breakers.of(module);
  const headers = [...apiSecurityHeaders(publicUrl), ...alwaysForOrigins(settings)];
  const cors = corsOf(settings, subject.vary);
  const mountParts = {
    conventions: registry.services,
    limits: subject.limits,
    trusts: trustsIn(trustedProxies),
    breakerOf,
    always: headers,
    done: requests.answered,
    publicPath: subject.publicPath,
  };
  return {
    headers,
    requests,
    breakerOf,
    wrapOperation: operationWrapper({ own, guard, spans }, subject),
    wrapFilter: (route, filter) => leaks?.watching(route, filter) ?? filter,
    reportUnknown: own.environment === 'development' ? unknownInputLog(logger) : undefined,
    wrapSender: compressing,
    wrapEndpoint: (endpoint) => withNotice(endpoint, subject.publicPath),
    wrapContributed: contributedWrapper(subject, guard),
    failedMiddleware,
    wrapMiddleware: (middleware, router) => cors?.around(middleware, router) ?? middleware,
    unrouted: unroutedFinder({ mounts: table.mounts ?? [], shared: mountParts, failed: subject.failed.list, cors }),
  };
}

/**
 * Wraps the operations of routes. From outside to inside, a call passes:
 *
 * 1. `addFields`: adds fields of other modules after the operation. Each resolver has its own deadline.
 * 2. `withDeadline`: rejects with `unavailable` after the deadline, and attributes blocking code to the route.
 * 3. `trail` and `spans`: measure the operation for the console and for OpenTelemetry, if these record requests.
 * 4. `notifyListeners`: calls the change listeners after a write of a signed-in caller.
 * 5. `recordChange`: lets change recorders run writes that need a permission, possibly in a transaction.
 * 6. `route.run`: the operation hooks around the operation and its overrides (kernel/routes/overrides.ts).
 */
function operationWrapper(
  { own, guard, spans }: Pick<HookParts, 'own' | 'guard'> & { readonly spans: RequestSpans | undefined },
  { assembly, write }: AppSubject,
): RequestHooks['wrapOperation'] {
  const { logger } = own;
  const { registry, table } = assembly;
  const { services } = registry;
  const notifyListeners = notifierOfChanges(assembly, logger);
  const recordChange = recordingOfChanges({ services, write, routes: [...table.routes, ...table.disabled] });
  const addFields = addingFields({ guard, logger, write });
  const trail = own.installation.requests;
  return (route) => {
    // From inside to outside: each step wraps the `run` of the former one.
    const recorded = recordChange(route);
    const notifying = notifyListeners(recorded);
    const traced = (spans?.operation(notifying) ?? notifying.run) as RunOperation;
    const measured = trail.operation(notifying, traced);
    const limited = withDeadline(notifying, measured, guard);
    return addFields(route, limited);
  };
}

function contributedWrapper({ assembly }: AppSubject, guard: PluginGuard): RequestHooks['wrapContributed'] {
  return (middleware) => isolateMiddleware(middleware, contributorOf(middleware, assembly), guard);
}

function pageParts(
  { root, own, host: { metrics }, guard, leaks }: HookParts,
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
    failedPlugins: failed.list,
    disabled,
    required: config.plugins.required,
    cutOff: () => guard.breakers.open,
  };
  const authenticators = registry.contributions.of('authenticators');
  const document = { routes: table.routes, services: registry.services, authenticators, modules };
  const { publicUrl } = config.http;
  const { pages = [] } = table;
  const isDevelopment = own.environment !== 'production';
  const metricsToken = config.metrics.token;
  const { reference } = own.installation;
  return { metrics, metricsToken, isDevelopment, publicUrl, health, modules, document, leaks, pages, reference };
}

import type { AppSubject, KernelHooks } from '../kernel/boot/hooks.ts';
import type { Config } from '../kernel/base/config_schema.ts';
import type { OwnServices } from '../kernel/boot/assemble.ts';
import type { Guards } from '../kernel/extensions/guards.ts';
import type { RequestHooks, RunOperation } from '../kernel/http/request_hooks.ts';
import { contributorOf } from '../kernel/routes/assembly.ts';
import { alwaysForOrigins, corsOf } from './api/cors.ts';
import { compressing } from './api/compression.ts';
import { deprecationHeaders, withNotice } from './api/deprecated_endpoint.ts';
import { unroutedFinder } from './api/unrouted_paths.ts';
import { applyRouteSettings, deprecatedVersions } from './api/route_settings.ts';
import { apiSecurityHeaders } from './api/security_headers.ts';
import type { Host } from './host.ts';
import type { Installation } from './installation.ts';
import { refuseUnsafeSettings } from './inspect/examine_safety.ts';
import { DroppedFieldLog } from './inspect/dropped_field_log.ts';
import type { PluginGuard } from './isolation/guard.ts';
import { GuardedAuthenticator } from './isolation/guarded_authenticator.ts';
import { GuardedPart, guardLink } from './isolation/guarded_part.ts';
import { isolation } from './isolation/process/module_isolation.ts';
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
  /** Whether the kernel may be replaced while the process serves. */
  readonly live: boolean;
}

/** Creates the hooks by which the parts of `core/hosting` extend the kernel. */
export function createKernelHooks(parts: HookParts): KernelHooks {
  const { own, host, guard, live } = parts;
  const { config } = own;
  const beginApp = ({ assembly, failed, probes }: AppSubject, { health }: PageParts) => {
    host.meters.register(guard.meters);
    meterModules(host.meters, { modules: assembly.modules, failedPlugins: failed.list, isReady: probes.isReady });
    own.installation.readiness = () => readinessOf(health, assembly.modules);
  };
  return {
    isolation,
    completeRoutes: (assembly, unloaded) => {
      refuseUnsafeMiddleware(assembly);
      return { ...applyRouteSettings(assembly.table, config.routes, unloaded), pages: resolvePages(assembly) };
    },
    guards: guardsOf(parts),
    checkSettings: ({ registry, modules }) =>
      refuseUnsafeSettings({ config, services: registry.services, live }, modules),
    app: (subject) => {
      const pages = pageParts(parts, subject);
      beginApp(subject, pages);
      return { hooks: requestHooks(parts, subject), pages: (router) => mountPages(router, pages) };
    },
  };
}

function guardsOf({ own: { config, logger }, guard }: HookParts): Guards {
  const { deadlineMs } = config.guard;
  return {
    authenticator: (authenticator, owner) => new GuardedAuthenticator(authenticator, { logger, owner, deadlineMs }),
    link: (overridden) => guardLink(overridden, guard),
    part: (terms) => new GuardedPart(terms, guard),
  };
}

function requestHooks(parts: HookParts, subject: AppSubject): RequestHooks {
  const { own, guard } = parts;
  const { config, logger } = own;
  const { requestLog, metrics } = parts.host;
  const { cors: settings } = config.http;
  const spans = RequestSpans.ifTraced();
  const trail = own.installation.requests;
  const threw: RequestHooks['requests']['failed'] = (context, thrown) => guard.errors.threw(context, thrown);
  const dropped = own.environment === 'development' ? new DroppedFieldLog(logger) : undefined;
  const droppedInput = dropped?.input;
  const { usages, budgets } = own.installation;
  const observed = { config, logger, requests: requestLog, metrics, usages, spans, trail, threw, droppedInput };
  const requests = createRequestObserver(observed);
  const cors = corsOf(settings, subject.vary);
  return {
    headers: headersByVersion(config, subject.publicPath),
    requests,
    breakerOf: (module) => {
      // Meters modules with mounts, too, which have no operation to wrap.
      usages.of(module.name);
      const breaker = guard.breakers.of(module);
      const budget = budgets.get(module.name);
      return budget ? budget.refusing(module, breaker) : breaker;
    },
    wrapOperation: operationWrapper({ own, guard, spans }),
    wrapFilter: (route, filter) => dropped?.watching(route, filter) ?? filter,
    wrapSender: compressing,
    wrapEndpoint: (endpoint) => withNotice(endpoint, subject.publicPath),
    wrapContributed: (middleware) => isolateMiddleware(middleware, contributorOf(middleware, subject.assembly), guard),
    failedMiddleware,
    wrapMiddleware: (middleware, router) => cors?.around(middleware, router) ?? middleware,
    unrouted: unroutedFinder({ failed: subject.failed.list, cors }),
  };
}

/** Headers of every answer of the API, and those of a deprecated version. */
function headersByVersion(config: Config, publicPath: string): RequestHooks['headers'] {
  const { publicUrl, cors } = config.http;
  const always = [...apiSecurityHeaders(publicUrl), ...alwaysForOrigins(cors)];
  const deprecated = new Map(
    [...deprecatedVersions(config)].map(([version, one]) => {
      return [version, [...always, ...(one ? deprecationHeaders(one, publicPath) : [])]] as const;
    }),
  );
  return (version) => deprecated.get(version) ?? always;
}

/**
 * Wraps operations: the budget and the usage of the module outside, inside them the deadline, inside it the measurements
 * for the console and for OpenTelemetry.
 */
function operationWrapper({
  own,
  guard,
  spans,
}: Pick<HookParts, 'own' | 'guard'> & { readonly spans: RequestSpans | undefined }): RequestHooks['wrapOperation'] {
  const { requests: trail, usages, budgets } = own.installation;
  return (route) => {
    const traced = (spans?.operation(route) ?? route.run) as RunOperation;
    const limited = withDeadline(route, trail.operation(route, traced), guard);
    const usage = usages.of(route.module);
    const metered: RunOperation = (call) => usage.run(limited, call);
    return budgets.get(route.module)?.slowed(metered) ?? metered;
  };
}

function pageParts(
  { root, own, host: { metrics }, guard }: HookParts,
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
  const document = { routes: table.routes, services: registry.services, modules };
  const { publicUrl, passUnknown } = config.http;
  const { pages = [] } = table;
  const isDevelopment = own.environment !== 'production';
  const metricsToken = config.metrics.token;
  const { reference } = own.installation;
  return { metrics, metricsToken, isDevelopment, publicUrl, passUnknown, health, modules, document, pages, reference };
}

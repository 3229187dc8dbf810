/**
 * The kernel's one door. Whoever writes a module imports from `lectern`; nothing behind this file is public.
 *
 * Glossary, one word per thing:
 * - **layer**: `core`, `plugins` or `custom`; a later layer stands before an earlier one.
 * - **module**: a folder with a `module.json`, in one of the layers.
 * - **resource**: a class at a literal address.
 * - **operation**: a method of a resource: `search get add update remove`.
 * - **call**: who asks, with which parameters and input; the argument of an operation.
 * - **shape**: a response filter, the fields that leave the system, by **mode**.
 * - **failure**: an answer that says what went wrong, with a code and a status.
 * - **route**: an operation at an address, as declared; data.
 * - **endpoint**: a route made ready to answer requests.
 * - **mount**: Express middleware at an address, for what is no resource.
 * - **service**: what a module knows to do, by name in the container.
 * - **extension point**: a list of services that other modules contribute to.
 * - **event**: something that happened, published in the transaction that made it happen.
 * - **subscriber**: what a module does when something happened; a file in `subscribers/`.
 */
export { asClass, asFunction, asValue } from 'awilix/browser';
export { Type, type Static } from '@sinclair/typebox';

export { resource, use, open, signedIn, requires, accepts, returns, fails, summary } from './declare/resource.ts';
export { cached, creates, idempotent, revised } from './declare/resource.ts';
export type { ResourceOptions } from './declare/resource.ts';
export { defineResource, type OperationDefinition, type ResourceDefinition } from './declare/define_resource.ts';

export {
  anyFields,
  input,
  paging,
  rawBody,
  isId,
  type InputFields,
  type InputOf,
  type SortKey,
} from './declare/input.ts';
export { reader, type Reader } from './declare/reader.ts';
export { parseForm } from './http/form_body.ts';
export { parseJson, type JsonLimits } from './http/json_text.ts';
export { field } from './declare/field.ts';
export type { Field, Fields, OptionalField, Picture, SourceOf } from './declare/field.ts';
export type { WholeNumber } from './declare/wire.ts';
export { shape, nested, Shape, type ModeOf, type SourceOfShape } from './declare/shape.ts';
export {
  listOf,
  pageOf,
  pagedListOf,
  choiceOf,
  recordOf,
  choose,
  isUnfiltered,
  raw,
  verbatim,
} from './declare/answer.ts';
export type { Answer, Chosen, ChosenValue, Page, VerbatimAnswer } from './declare/answer.ts';

export { defineFailures, Failure } from './declare/failure.ts';
export type { FailureKind, FailureOptions, FieldProblem, RestatedFailure } from './declare/failure.ts';
export { standardFailures } from './declare/standard_failures.ts';
export { isInstance, reasonOf } from './declare/thrown.ts';
export { defineStates, type StateOf, type States } from './declare/states.ts';

export type { Mount, MountedRequest } from './declare/mount.ts';
export type { MountRecord } from './routes/mounts.ts';
export type { Call, Caller, OpenCall, Reply, RequestView } from './declare/call.ts';
export type { ChangeListener } from './declare/change_listener.ts';
export type { Authenticator } from './auth/authenticator.ts';
export type { Permissions, Roles } from './auth/roles.ts';
export { Jwts, type JwtClaims, type JwtParts } from './auth/jwts.ts';

export { subscribe, type EventHandler, type SubscribeOptions, type Subscription } from './declare/subscribe.ts';
export type { DomainEvent, EventName, Events, Subscriber } from './declare/events.ts';

export { contributes, decorates } from './declare/services.ts';
export { extensionPoint } from './declare/extension_point.ts';
export type {
  Contributions,
  Environment,
  ExtensionPoints,
  Lifecycle,
  ServiceName,
  Services,
} from './declare/services.ts';
export type { Migrator, MigrationFile, ModuleMigrations } from './declare/migrator.ts';
export type { Clock } from './declare/clock.ts';
export { Zone } from './declare/zone.ts';
export { configSchema, type Config } from './declare/config_schema.ts';
export type { Logger } from './declare/logger.ts';
export type { HistogramTerms, Meters, MeterTerms, ReadMeterTerms } from './declare/meters.ts';
export { activeTracer } from './declare/active_tracer.ts';
export { backgroundSpans, type InSpan } from './declare/background_spans.ts';

export { runningModule, runOutside, type Owner } from './modules/module_context.ts';
export { createKernel, type KernelOptions } from '../hosting/create_kernel.ts';
export { endLimit } from '../hosting/cluster/end_limit.ts';
export { serveUnderPrimary, tellPrimary } from '../hosting/cluster/member.ts';
export { serveTogether } from '../hosting/cluster/serve_together.ts';
export { forceCode, onSignals } from '../hosting/cluster/signals.ts';
export { tellLastMetrics } from '../hosting/cluster/whole_metrics.ts';
export { workerNumber } from '../hosting/cluster/worker_number.ts';
export type { HostedKernel as Kernel } from '../hosting/hosted_kernel.ts';
export { nameOf, type Route } from './routes/route_table.ts';
export { openApiDocument } from '../hosting/inspect/openapi/document.ts';
export { Contract, type DocumentedOperation, type GivenAnswer } from '../hosting/inspect/openapi/contract.ts';

export { buildRouter } from './http/router.ts';
export { clients } from '../hosting/isolation/clients.ts';
export { setAsideFinder } from './modules/failed_plugins.ts';
export { kernelVersion } from './declare/package_info.ts';
export type { ModuleView } from './modules/module_view.ts';
export { describeRoute, type RouteDescription } from '../hosting/inspect/describe_route.ts';
export { filterName } from '../hosting/inspect/describe_answer.ts';
export type { Aspect, Origin } from '../hosting/inspect/origins.ts';

export { configFiles, loadConfig, loadSection, type ConfigSources } from '../hosting/config/load.ts';
export { changeLocalConfig, localConfigFile } from '../hosting/config/local.ts';
export type { Leak } from '../hosting/inspect/leak_report.ts';
export { inTime, type LimitedWork } from './declare/in_time.ts';
export { nearest } from './declare/nearest.ts';
export { readOwnFile } from './modules/own_file.ts';
export { TooLate } from '../hosting/isolation/within_time.ts';
export { Limited, TimeLimit } from './declare/time_limit.ts';
export {
  overrideStates,
  recordOverrides,
  remarksOnOverrides,
  type OverrideState,
} from '../hosting/inspect/override_records.ts';
export { changesBetween, declarationOf, type Declaration } from '../hosting/inspect/declaration.ts';
export { readTree } from '../hosting/config/read_tree.ts';
export { fileVariable } from '../hosting/config/environment.ts';
export { fileNamedIn } from '../hosting/config/secret_files.ts';
export { brokenRules, type BrokenRule } from '../hosting/inspect/examine_safety.ts';
export type { SafetyRule, SafetySubject } from './declare/services.ts';
export { canonOf } from './declare/inflection.ts';

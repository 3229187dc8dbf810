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

export { resource, use, open, signedIn, requires, accepts, returns, fails, summary } from './resource.ts';
export { cached, creates, idempotent, revised } from './resource.ts';
export type { ResourceOptions } from './resource.ts';
export { defineResource, type OperationDefinition, type ResourceDefinition } from './define_resource.ts';

export { anyFields, input, paging, rawBody, isId, type InputFields, type InputOf, type SortKey } from './input.ts';
export { reader, type Reader } from './reader.ts';
export { parseForm } from './http/form_body.ts';
export { parseJson, type JsonLimits } from './http/json_text.ts';
export { field } from './field.ts';
export type { Field, Fields, OptionalField, Picture, SourceOf } from './field.ts';
export type { WholeNumber } from './wire.ts';
export { shape, nested, Shape, type ModeOf, type SourceOfShape } from './shape.ts';
export { listOf, pageOf, pagedListOf, choiceOf, recordOf, choose, isUnfiltered, raw, verbatim } from './answer.ts';
export type { Answer, Chosen, ChosenValue, Page, VerbatimAnswer } from './answer.ts';

export { defineFailures, Failure } from './failure.ts';
export type { FailureKind, FailureOptions, FieldProblem, RestatedFailure } from './failure.ts';
export { standardFailures } from './standard_failures.ts';
export { isInstance, reasonOf } from './thrown.ts';
export { defineStates, type StateOf, type States } from './states.ts';

export type { Mount, MountedRequest } from './mount.ts';
export type { MountRecord } from './boot/mounts.ts';
export type { Call, Caller, OpenCall, Reply, RequestView } from './call.ts';
export type { ChangeListener } from './change_listener.ts';
export type { Authenticator } from './auth/authenticator.ts';
export type { Permissions, Roles } from './auth/roles.ts';
export { Jwts, type JwtClaims, type JwtParts } from './auth/jwts.ts';

export { subscribe, type EventHandler, type SubscribeOptions, type Subscription } from './subscribe.ts';
export type { DomainEvent, EventName, Events, Subscriber } from './events.ts';

export { contributes, decorates } from './services.ts';
export { extensionPoint } from './extension_point.ts';
export type { Contributions, Environment, ExtensionPoints, Lifecycle, ServiceName, Services } from './services.ts';
export type { Migrator, MigrationFile, ModuleMigrations } from './boot/migrator.ts';
export type { Clock } from './clock.ts';
export { Zone } from './zone.ts';
export { configSchema, type Config } from './config/schema.ts';
export type { Logger } from './log.ts';
export type { HistogramTerms, Meters, MeterTerms, ReadMeterTerms } from './meters/meters.ts';
export { activeTracer } from './tracing/active_tracer.ts';
export { backgroundSpans, type InSpan } from './tracing/background_spans.ts';

export { runningModule, runOutside, type Owner } from './guard/module_context.ts';
export { createKernel, type KernelOptions } from './boot/create_kernel.ts';
export { endLimit } from './cluster/end_limit.ts';
export { serveUnderPrimary, tellPrimary } from './cluster/member.ts';
export { serveTogether } from './cluster/serve_together.ts';
export { forceCode, onSignals } from './cluster/signals.ts';
export { tellLastMetrics } from './cluster/whole_metrics.ts';
export { workerNumber } from './cluster/worker_number.ts';
export type { Kernel } from './boot/kernel.ts';
export { nameOf, type Route } from './boot/routes.ts';
export { openApiDocument } from './openapi/document.ts';
export { Contract, type DocumentedOperation, type GivenAnswer } from './openapi/contract.ts';

export { buildRouter } from './http/router.ts';
export { clients } from './http/clients.ts';
export { setAsideFinder } from './boot/set_aside.ts';
export { kernelVersion } from './package_info.ts';
export type { ModuleView } from './boot/module_view.ts';
export { describeRoute, type RouteDescription } from './explain/describe_route.ts';
export { filterName } from './explain/describe_answer.ts';
export type { Aspect, Origin } from './explain/origins.ts';

export { configFiles, loadConfig, loadSection, type ConfigSources } from './config/load.ts';
export { changeLocalConfig, localConfigFile } from './config/local.ts';
export type { Leak } from './leaks/leak_report.ts';
export { inTime, type LimitedWork } from './in_time.ts';
export { nearest } from './nearest.ts';
export { readOwnFile } from './boot/own_file.ts';
export { TooLate } from './boot/within_time.ts';
export { Limited, TimeLimit } from './time_limit.ts';
export { overrideStates, recordOverrides, remarksOnOverrides, type OverrideState } from './boot/override_records.ts';
export { changesBetween, declarationOf, type Declaration } from './boot/declaration.ts';
export { readTree } from './config/read_tree.ts';
export { fileVariable } from './config/environment.ts';
export { fileNamedIn } from './config/secret_files.ts';
export { brokenRules, type BrokenRule } from './safety/examine_safety.ts';
export type { SafetyRule, SafetySubject } from './services.ts';
export { canonOf } from './inflection.ts';

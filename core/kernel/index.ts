/**
 * Public interface of the kernel, imported as `lectern`. All other files of the kernel are internal.
 *
 * Glossary, the same words as in docs/architecture.md:
 * - **layer**: `core`, `plugins` or `custom`; a later layer overrides an earlier one.
 * - **module**: folder with a `module.json`, in one of the layers.
 * - **resource**: class at a literal address.
 * - **operation**: method of a resource: `search`, `get`, `add`, `update` or `remove`.
 * - **override**: operation of a later module at the address of an earlier one; several form a chain.
 * - **operation hook**: code of a module before or after an operation of any module.
 * - **route**: operation at an address, as declared; data.
 * - **endpoint**: route compiled to answer requests.
 * - **mount**: Express middleware at an address, for pages, files and callbacks.
 * - **call**: argument of an operation: parameters, input, caller.
 * - **request context**: a request and its answer on the way through the kernel, one object.
 * - **shape**: declared fields of an answer, by **mode**; compiled into a **filter**.
 * - **failure**: intended error answer: code, status, message.
 * - **service**: object of a module, by name in the container; built once.
 * - **extension point**: list of services that other modules contribute to.
 * - **event**: fact that was published in the transaction that caused it.
 * - **subscriber**: code that a module runs after an event; a file in `subscribers/`.
 * - **hook**: function or wrapper that hosting passes to the kernel when the kernel is created.
 * - **failed plugin**: plugin that could not start; its addresses answer 503.
 */
export { asClass, asFunction, asValue } from 'awilix/browser';
export { Type } from '@sinclair/typebox';

export { resource, use, open, signedIn, requires, accepts, returns, fails, summary } from './declare/resource.ts';
export { cached, creates, idempotent, revised } from './declare/resource.ts';
export { defineResource } from './declare/define_resource.ts';

export { anyFields, input, paging, rawBody, isId } from './declare/input.ts';
export type { InputFields, InputOf, SortKey } from './declare/input.ts';
export { reader, type Reader } from './declare/reader.ts';
export { field } from './declare/field.ts';
export type { Field, Fields, Picture, SourceOf } from './declare/field.ts';
export type { WholeNumber } from './declare/wire.ts';
export { shape, nested, Shape, type SourceOfShape } from './declare/shape.ts';
export { extendShape } from './declare/extend_shape.ts';
export { listOf, pageOf, pagedListOf, choiceOf, recordOf, choose, raw, verbatim } from './declare/answer.ts';
export type { Answer, ChosenValue, Page } from './declare/answer.ts';

export { defineFailures, Failure } from './declare/failure.ts';
export type { FailureKind } from './declare/failure.ts';
export { standardFailures } from './declare/standard_failures.ts';
export { defineStates, type StateOf } from './declare/states.ts';

export type { Mount, MountedRequest } from './declare/mount.ts';
export type { Call, Caller, OpenCall, RequestView } from './declare/call.ts';
export type { ChangeListener } from './declare/services.ts';
export type { Authenticator } from './auth/authenticator.ts';
export type { ChangeRecorder, ErrorConverter, Middleware, OperationHook } from './http/conventions.ts';
export type { Permissions, Roles } from './auth/roles.ts';

export { subscribe } from './declare/subscribe.ts';
export type { DomainEvent, EventName, Events, Subscriber } from './declare/events.ts';

export { contributes, decorates } from './declare/services.ts';
export { extensionPoint } from './declare/extension_point.ts';
export type { Environment, ExtensionPoints, Lifecycle, Services } from './declare/services.ts';
export type { Clock } from './declare/services.ts';
export { Zone } from './declare/zone.ts';
export { type Config } from './declare/config_schema.ts';
export type { Logger } from './declare/logger.ts';
export type { Meters } from './declare/meters.ts';
export { activeTracer } from './declare/tracing.ts';
export { backgroundSpans } from './declare/tracing.ts';

export type { SafetyRule } from './declare/services.ts';

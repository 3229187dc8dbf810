/**
 * Public interface of the kernel, imported as `lectern`. The glossary of docs/architecture.md explains the words of the
 * kernel.
 */
export { asValue } from 'awilix/browser';
export { Type } from '@sinclair/typebox';

export { resource, open, signedIn, requires, accepts, returns, fails, summary } from './declare/resource.ts';
export { cached, creates, idempotent, revised } from './declare/resource.ts';
export { defineResource } from './declare/define_resource.ts';

export { anyFields, input, paging, rawBody, isId } from './declare/input.ts';
export type { InputFields, InputOf, SortKey } from './declare/input.ts';
export { reader, type Reader } from './compile/input_reader.ts';
export { upgrade } from './compile/upgraded_input.ts';
export { field, type Field, type Fields, type Picture, type SourceOf } from './declare/field.ts';
export type { WholeNumber } from './base/value_writers.ts';
export { inputsOf, shape, nested, Shape, type SourceOfShape } from './declare/shape.ts';
export { extendShape } from './declare/extend_shape.ts';
export { downgrade, listOf, pageOf, pagedListOf, choiceOf, recordOf, choose, raw, verbatim } from './declare/answer.ts';
export type { Answer, ChosenValue, Page } from './declare/answer.ts';

export { defineFailures, Failure, type FailureKind } from './declare/failure.ts';
export { standardFailures } from './declare/standard_failures.ts';
export { defineStates, type StateOf } from './declare/states.ts';

export type { Mount, MountedRequest } from './declare/mount.ts';
export type { Call, Caller, OpenCall, RequestView } from './declare/call.ts';
export type { Authenticator } from './auth/authenticator.ts';
export type { ErrorConverter, Middleware, OperationHook } from './http/request_services.ts';
export type { Permissions, Roles } from './auth/roles.ts';

export { subscribe } from './declare/subscribe.ts';
export type { DomainEvent, EventName, Events, Subscriber } from './declare/events.ts';

export { use } from './declare/use.ts';
export { asFunction, contributes, decorates } from './declare/service_entries.ts';
export { extensionPoint } from './declare/extension_point.ts';
export type { Environment, ExtensionPoints, Lifecycle, Services } from './declare/services.ts';
export type { Clock, SafetyRule } from './declare/services.ts';
export { Zone } from './base/time_zone.ts';
export { type Config } from './base/config_schema.ts';
export type { Logger } from './base/logger.ts';
export type { Meters } from './base/meters.ts';
export { activeTracer, backgroundSpans } from './base/tracing.ts';

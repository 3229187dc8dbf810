import type { ChangeListener } from '../declare/services.ts';
import type { Caller } from '../declare/call.ts';
import type { WriteContext } from '../base/value_writers.ts';
import type { GuardAuthenticator, OperationHook } from '../http/request_services.ts';
import type { OperationCall } from '../http/request_hooks.ts';
import type { RequestContext } from '../http/request_context.ts';
import type { LoadedModule } from '../modules/load_module.ts';
import type { GuardLink } from '../routes/route_table.ts';
import type { Extension } from './extended_shapes.ts';

/** Isolates code of modules that runs within requests: limits its time, and attributes its errors to the module. */
export interface Guards {
  readonly authenticator: GuardAuthenticator;
  readonly link: GuardLink;
  readonly hook: (hook: OperationHook, owner: LoadedModule) => HookSteps;
  readonly fields: (extension: Extension, write: WriteContext) => FieldResolver;
  readonly listener: (listener: ChangeListener, owner: LoadedModule) => NotifyListener;
}

/** The functions of an operation hook. Each returns a promise only if the function of the hook does. */
export interface HookSteps {
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
  /** @throws Failure that refuses the call; Error that names the module */
  before(call: OperationCall): unknown;
  /** Throws nothing, because the operation has been carried out. */
  after(call: OperationCall, result: unknown): unknown;
}

/** Values of the added fields of one module, by object. */
export type FieldValues = ReadonlyMap<object, object>;

export interface FieldResolver {
  /** @throws with `onError: 'fail'`: the refusal, a failure, or an Error whose `cause` the resolver threw */
  of(objects: ReadonlySet<object>, call: OperationCall): Promise<FieldValues>;
}

/** Notifies one listener of a change; never rejects. */
export type NotifyListener = (request: RequestContext, user: Caller) => Promise<unknown> | undefined;

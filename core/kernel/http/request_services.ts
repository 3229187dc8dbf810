import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Resolver } from 'awilix/browser';
import { authenticatorChain, refusalOf } from '../auth/admission.ts';
import type { Authenticator } from '../auth/authenticator.ts';
import type { Call, Caller, OpenCall, RequestView } from '../declare/call.ts';
import { Failure, type FailureKind } from '../declare/failure.ts';
import { compileFilter, type Filter } from '../compile/response_filter.ts';
import type { InputFields } from '../declare/input.ts';
import type { Logger } from '../base/logger.ts';
import type { ReadInput } from '../compile/input_reader.ts';
import { compileVersioned } from '../compile/upgraded_input.ts';
import type { ContentSecurity } from '../declare/mount.ts';
import type { Operation } from '../base/operations.ts';
import type { Access } from '../declare/resource_records.ts';
import { asFunction } from '../declare/service_entries.ts';
import type { Services } from '../declare/services.ts';
import { errorBody, type ErrorBodies } from './error_answer.ts';
import { isInstance, propertyOf } from '../base/thrown.ts';
import type { WriteContext } from '../base/value_writers.ts';
import type { LoadedModule } from '../modules/load_module.ts';
import { ModuleFault } from '../modules/module_fault.ts';
import type { Route } from '../routes/route.ts';

declare module '../declare/services.ts' {
  interface Services {
    authentication: Authentication;
    authorization: Authorization;
    inputReading: InputReading;
    responseFilters: ResponseFilters;
    errorConversion: ErrorConversion;
    errorBodies: ErrorBodies;
  }
  interface ExtensionPoints {
    changeRecorders: ChangeRecorder;
    errorConverters: ErrorConverter;
    middleware: Middleware;
    operationHooks: OperationHook;
  }
}

/**
 * Identifies the caller of a request.
 *
 * @example
 * authentication: decorates<Authentication>((previous) => ({
 *   identify: (request) => (isOpeningHour() ? previous.identify(request) : undefined),
 * })),
 */
export interface Authentication {
  /** The caller; undefined for a request without a credential. @throws a Failure for a credential that is not valid */
  identify(request: RequestView): Caller | undefined | Promise<Caller>;
}

/** A route or mount with its declared access. */
export interface Guarded {
  readonly address: string;
  readonly module: string;
  readonly access: Access;
}

/**
 * Decides which callers may call a route or a mount.
 *
 * @example
 * authorization: decorates<Authorization>((previous) => ({
 *   compile: (route) => {
 *     const refusal = previous.compile(route);
 *     return (caller) => refusal(caller) ?? (isLate() ? standardFailures.permissionDenied() : undefined);
 *   },
 * })),
 */
export interface Authorization {
  /** Called when endpoints are compiled. @returns a function that returns the failure of a refused caller */
  compile(route: Guarded): (caller: Caller | undefined) => Failure | undefined;
}

/**
 * Reads and checks the input of operations.
 *
 * @example
 * inputReading: decorates<InputReading>((previous) => ({
 *   compile: (route) => previous.compile(route),
 * })),
 */
export interface InputReading {
  /** Called when endpoints are compiled. @returns a function from the fields of a request to the input, or a Failure */
  compile(route: Route): ReadInput<Route['input']>;
}

/**
 * Compiles the filters that write answers.
 *
 * @example
 * responseFilters: decorates<ResponseFilters>((previous) => ({
 *   compile: (route, write) => previous.compile(route, write),
 * })),
 */
export interface ResponseFilters {
  /** Called when endpoints are compiled. @returns a function from the result of an operation to the answer text */
  compile(route: Route, write: WriteContext): Filter;
}

/**
 * Converts errors to failures.
 *
 * @example
 * errorConversion: decorates<ErrorConversion>((previous) => ({
 *   convert: (thrown) => (thrown instanceof RangeError ? standardFailures.conflict() : previous.convert(thrown)),
 * })),
 */
export interface ErrorConversion {
  /** Returns the Failure to send. Any other result is logged; the answer is 503 if `unavailable` is true, else 500. */
  convert(thrown: unknown): unknown;
}

/**
 * Converts errors of a third-party library to failures. Modules add their own to the extension point `errorConverters`.
 *
 * @example
 * export default {
 *   zodErrors: contributes('errorConverters', asValue({
 *     convert: (thrown) => (thrown instanceof ZodError ? standardFailures.invalidParameter() : undefined),
 *   })),
 * };
 */
export interface ErrorConverter {
  /** Returns the Failure to send, or undefined for an unknown error. */
  convert(thrown: unknown): Failure | undefined;
}

/** Express middleware before API and pages. Modules contribute middleware to the extension point `middleware`. */
export interface Middleware {
  /** Sources that HTML of the middleware may load from, besides this installation. */
  readonly contentSecurity?: ContentSecurity;
  handle(request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): unknown;
}

/** A call of an operation that needs a permission and may write. `shown` and `answered` redact secrets. */
export interface ManagedChange {
  readonly route: Route;
  readonly call: Call;
  /**
   * Returns the object as `get` at the same address answers it; null if `get` refuses, or answers no single object.
   * Filters `result` if an update returns the shape of `get`, else reads the object. Undefined without a `get`.
   */
  readonly shown: ((result?: unknown) => Promise<unknown>) | undefined;
  /** Filters the result of the operation; null for lists, records and unfiltered answers. */
  readonly answered: (result: unknown) => unknown;
}

/** Records changes by operations that need a permission. Contributed to the extension point `changeRecorders`. */
export interface ChangeRecorder {
  /** Runs the operation with `run`, possibly in a transaction. @returns the result of the operation */
  record(change: ManagedChange, run: () => unknown): Promise<unknown>;
}

/** Code around an operation of any module. Modules contribute hooks to the extension point `operationHooks`. */
export interface OperationHook {
  /** Address of the operation below `/api`, such as `/courses/{id}`. */
  readonly address: string;
  readonly operation: Operation;
  /** Input that the hook adds to the operation. The hook receives it, the operation does not. */
  readonly input?: InputFields;
  /** Failures of `before`, for the OpenAPI document. */
  readonly fails?: readonly FailureKind[];
  /** Descriptions of headers that the hook adds to answers, for the OpenAPI document. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called before the operation, after the checks of access and input. Throws a failure to refuse the call. */
  before?(call: OpenCall, input: object): unknown;
  /** Runs after a successful operation; may set headers by `call.reply`. Errors and waits over 2 s are only logged. */
  after?(call: OpenCall, result: unknown, input: object): unknown;
}

/** Method that each convention must have, also after a module has decorated it. */
const methods = {
  authentication: 'identify',
  authorization: 'compile',
  inputReading: 'compile',
  responseFilters: 'compile',
  errorConversion: 'convert',
  errorBodies: 'write',
} as const satisfies Partial<Record<keyof Services, string>>;

/** The services of the kernel that modules may decorate. */
export type Conventions = Pick<Services, keyof typeof methods>;

/** Isolates the errors of an authenticator, which its module `owner` has contributed. */
export type GuardAuthenticator = (
  authenticator: Authenticator,
  owner: Pick<LoadedModule, 'layer' | 'name'>,
) => Pick<Authenticator, 'find' | 'identify'>;

/** Registrations of the conventions, which modules may decorate. */
export function conventionResolvers(
  logger: Logger,
  modules: readonly LoadedModule[],
  guard: GuardAuthenticator,
): Record<keyof Conventions, Resolver<unknown>> {
  return {
    authentication: asFunction(({ contributions }): Authentication => {
      const guarded = (one: Authenticator) =>
        guard(one, modules.find(({ name }) => name === contributions.moduleOf(one)) as LoadedModule);
      return { identify: authenticatorChain(contributions.of('authenticators'), guarded) };
    }),
    authorization: asFunction((): Authorization => ({
      compile:
        ({ access }) =>
        (caller) =>
          refusalOf(access, caller),
    })),
    inputReading: asFunction((): InputReading => ({ compile: ({ input }) => compileVersioned(input) })),
    responseFilters: asFunction((): ResponseFilters => ({
      compile: ({ answer, mode }, write) => compileFilter(answer, mode, write),
    })),
    errorConversion: asFunction(({ contributions }) => errorConversion(contributions, logger)),
    errorBodies: asFunction((): ErrorBodies => ({ write: errorBody })),
  };
}

function errorConversion(contributions: Services['contributions'], logger: Logger): ErrorConversion {
  const converters = contributions.of('errorConverters');
  const convertBy = (converter: ErrorConverter, thrown: unknown) => {
    try {
      return converter.convert(thrown);
    } catch (err) {
      const module = contributions.moduleOf(converter);
      logger.error({ module, err }, `an error converter of module '${module}' failed; the next one is called`);
      return undefined;
    }
  };
  const convert = (thrown: unknown) => {
    if (isInstance(thrown, Failure)) return thrown;
    for (const converter of converters) {
      const failure = convertBy(converter, thrown);
      if (isInstance(failure, Failure)) return failure;
    }
    return thrown;
  };
  return { convert };
}

/** Checks decorated conventions. @throws ModuleFault of the last decorating module if the method is missing */
export function checkConventions(services: Services, modules: readonly LoadedModule[]): void {
  for (const [name, method] of Object.entries(methods)) {
    const module = modules.findLast((one) => name in one.services);
    if (!module || typeof propertyOf(services[name as keyof Conventions], method) === 'function') continue;
    const problem = `the decorator of the service "${name}" returned a value without ${method}(); add this method.`;
    throw new ModuleFault(module.name, module.servicesFile, problem);
  }
}

import type { Caller, RequestView } from '../../kernel/declare/call.ts';
import { Failure } from '../../kernel/declare/failure.ts';
import { inTime } from '../telemetry/timeout.ts';
import { ThrottledLog } from '../telemetry/log/throttled_log.ts';
import type { Logger } from '../../kernel/base/logger.ts';
import { standardFailures } from '../../kernel/declare/standard_failures.ts';
import { isInstance, isThenable } from '../../kernel/base/thrown.ts';
import type { Authenticator } from '../../kernel/auth/authenticator.ts';
import { isForClient, namedError } from './guarded_part.ts';

export interface AuthenticatorTerms {
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** Module that contributed the authenticator. */
  readonly owner: { readonly layer: string; readonly name: string };
  /** Milliseconds for `identify` of a plugin or of custom; 0 disables the limit. */
  readonly deadlineMs: number;
}

/**
 * Isolates errors of an authenticator. After an error, a request with its kind of credential is rejected, never treated
 * as anonymous. Other requests continue with the next authenticator.
 */
export class GuardedAuthenticator {
  readonly #carries: (request: RequestView) => boolean;
  readonly #module: string;
  readonly #deadlineMs: number;
  readonly #notes: ThrottledLog;

  constructor(
    private readonly authenticator: Authenticator,
    private readonly terms: AuthenticatorTerms,
  ) {
    const { name, layer } = terms.owner;
    this.#module = name;
    // Authenticators of core need no deadline: their queries and their requests to login providers have time limits.
    this.#deadlineMs = layer === 'core' ? 0 : terms.deadlineMs;
    this.#carries = placeOf(authenticator.security);
    this.#notes = new ThrottledLog(terms.logger);
  }

  /**
   * Returns the credential of a request; undefined without one, even if `find` of the authenticator fails.
   * @throws Failure of the authenticator; Error when `find` fails for a request that carries such a credential
   */
  find(request: RequestView): string | undefined {
    let found: unknown;
    try {
      found = this.authenticator.find(request);
    } catch (error) {
      this.#passOver(request, error);
      return undefined;
    }
    if (typeof found === 'string') return found;
    if (found !== undefined && found !== null) this.#passOver(request, notAText(found));
    return undefined;
  }

  /**
   * Returns the caller of a credential.
   * @throws Failure and unavailable errors of the authenticator unchanged; `unavailable` after the deadline; an Error
   * that names the authenticator for other errors, and for a result that is no caller
   */
  identify(credential: string, request: RequestView): Caller | Promise<Caller> {
    let caller: unknown;
    try {
      caller = this.authenticator.identify(credential, request);
    } catch (error) {
      return this.#fail(error);
    }
    if (!isThenable(caller)) return this.#known(caller);
    const promise = Promise.resolve(caller);
    return (this.#deadlineMs === 0 ? promise : this.#inTime(promise)).then(this.#known, this.#fail);
  }

  /** Logs an error of `find`. @throws a Failure unchanged; an Error if the request carries such a credential */
  #passOver(request: RequestView, error: unknown): void {
    if (isInstance(error, Failure)) throw error;
    if (this.#carries(request)) throw this.#named('find', error);
    const { name } = this.authenticator;
    const message = `find() of the authenticator "${name}" fails; only requests with its credential are refused`;
    this.#notes.warn(message, { module: this.#module, err: error });
  }

  /** Passes on failures for the client and unavailable errors; wraps others with the name of the module. */
  readonly #fail = (error: unknown): never => {
    throw isForClient(error) ? error : this.#named('identify', error);
  };

  readonly #known = (caller: unknown): Caller => {
    const { id, permissions } = (caller ?? {}) as Partial<Caller>;
    if (typeof id !== 'string') throw this.#named('identify', noCaller('"id" is no text of digits'));
    if (typeof permissions?.has === 'function') return caller as Caller;
    throw this.#named('identify', noCaller('"permissions" has no has(), as a Set has'));
  };

  #inTime(caller: Promise<unknown>): Promise<unknown> {
    const late = () => {
      const { name } = this.authenticator;
      const message = `identify() of the authenticator "${name}" did not answer within ${this.#deadlineMs} ms; give everything that it waits for a time limit`;
      this.terms.logger.error({ module: this.#module }, message);
      return standardFailures.unavailable({ message: 'The credential could not be checked in time; try again later.' });
    };
    return inTime({ milliseconds: this.#deadlineMs, run: () => caller, late });
  }

  #named(method: 'find' | 'identify', cause: unknown): Error {
    const { name } = this.authenticator;
    return namedError(`${method}() of the authenticator "${name}" of module ${this.#module}`, cause);
  }
}

/** Returns a function that tells whether a request may carry a credential of the scheme; true for an unknown scheme. */
function placeOf({ type, scheme, in: place, name }: Authenticator['security']): (request: RequestView) => boolean {
  const key = typeof name === 'string' ? name : '';
  if (type === 'apiKey' && place === 'header') return (request) => request.header(key.toLowerCase()) !== undefined;
  if (type === 'apiKey' && place === 'query') return ({ query }) => key in query;
  if (type === 'apiKey' && place === 'cookie') return (request) => request.header('cookie')?.includes(key) ?? false;
  if (type === 'oauth2' || type === 'openIdConnect') return (request) => request.header('authorization') !== undefined;
  if (type !== 'http' || typeof scheme !== 'string') return () => true;
  const prefix = scheme.toLowerCase();
  return (request) => request.header('authorization')?.toLowerCase().startsWith(prefix) ?? false;
}

function notAText(found: unknown): TypeError {
  // Avoids an unhandled rejection of the promise.
  if (isThenable(found)) Promise.resolve(found).catch(() => undefined);
  const what = isThenable(found) ? 'a promise' : `a ${typeof found}`;
  return new TypeError(`it returned ${what}; return the credential as a text, or undefined`);
}

function noCaller(problem: string): TypeError {
  return new TypeError(`it returned no caller, because ${problem}; return { id, nickname, roles, permissions }`);
}

import type { IncomingMessage } from 'node:http';
import type { Logger } from './logger.ts';

/** Who calls. Authenticators make it; modules may add fields by merging this interface. */
export interface Caller {
  /** User id, digits. */
  readonly id: string;
  readonly nickname: string;
  readonly roles: readonly string[];
  /** Permission codes that the caller's roles carry. */
  readonly permissions: { has(permission: string): boolean };
}

/** What authenticators and operations may ask of the request itself. */
export interface RequestView {
  /** Value of `X-Request-Id` in the answer and of `reqId` in the logs. */
  readonly id: string;
  /** Address of the caller; forwarded headers count only when they come from a configured proxy. */
  readonly address: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Revisions of the object that the client has seen, by `If-Match`; undefined when it does not say. */
  readonly revisions: readonly string[] | undefined;
  /** What the client calls this request by, to be carried out once; undefined where the operation is not `@idempotent`. */
  readonly idempotencyKey: string | undefined;
  readonly message: IncomingMessage;
  /** Writes lines with the request's id, its route and the module; made when it is first asked for. */
  readonly log: Logger;
  /** A header by lower-case name; of a header sent twice, the first. */
  header(name: string): string | undefined;
}

/** What an operation may say about the answer besides its body. */
export interface Reply {
  /** Adds a header to the answer of this call; the last value for a name wins. */
  header(name: string, value: string): void;
  /** Says which revision of an object is answered: a number that grows with each change of it. */
  revision(revision: string | number): void;
}

/** A call of an open operation: the caller may be nobody. */
export interface OpenCall<Params = object, Input = object> {
  readonly params: Params;
  readonly input: Input;
  readonly user: Caller | undefined;
  /** Version of the API that the client asked for. */
  readonly version: number;
  readonly request: RequestView;
  readonly reply: Reply;
}

/** A call of a closed operation: someone has signed in. */
export interface Call<Params = object, Input = object> extends OpenCall<Params, Input> {
  readonly user: Caller;
}

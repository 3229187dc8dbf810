import type { IncomingMessage } from 'node:http';
import type { InputFields, InputOf } from './input.ts';
import type { Logger } from '../base/logger.ts';
import type { UploadedFile } from '../base/uploaded_file.ts';

/** The authenticated caller. Authenticators create it; modules may add fields by merging this interface. */
export interface Caller {
  /** User id: a string of digits. */
  readonly id: string;
  readonly nickname: string;
  readonly roles: readonly string[];
  /** `has` returns whether the caller's roles grant a permission. */
  readonly permissions: { has(permission: string): boolean };
}

/** Read access to the request, for authenticators and operations. */
export interface RequestView {
  /** Value of `X-Request-Id` in the answer and of `reqId` in the logs. */
  readonly id: string;
  /** IP address of the client; forwarded headers are read only if a trusted proxy sends them. */
  readonly address: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Revisions in the tags of `If-Match`, possibly none; undefined if the header is missing or `*`. */
  readonly revisions: readonly string[] | undefined;
  /** Value of `Idempotency-Key` in `@idempotent` operations; undefined without the header, and in authenticators. */
  readonly idempotencyKey: string | undefined;
  readonly message: IncomingMessage;
  /** Logger with the request id, the route and the module; created on first access. */
  readonly log: Logger;
  /** Files of a `rawBody` that is a multipart form, at most `most`. @throws badRequest for more, or a malformed form */
  files(bytes: Buffer, most: number): Promise<readonly UploadedFile[]>;
  /** A header by its name in lower case; undefined if missing. Node joins repeated headers, or keeps the first one. */
  header(name: string): string | undefined;
}

/** Sets headers of the answer. */
export interface Reply {
  /** Adds a header to the answer; the last value for a name wins. A failed call answers without the header. */
  header(name: string, value: string): void;
  /** Sets the revision of the object for the ETag of a read: a number that grows with each change. */
  revision(revision: string | number): void;
}

/** Input of the fields that `Input` is the type of; `Input` itself, if it is the type of an input. */
type Given<Input> = unknown extends Input ? Input : [Input] extends [InputFields] ? InputOf<Input> : Input;

interface CallOfAnyone<Params, Input> {
  readonly params: Params;
  readonly input: Input;
  readonly user: Caller | undefined;
  /** Version of the API, 1 or 2; the newest unless the client asks for another. */
  readonly version: number;
  readonly request: RequestView;
  readonly reply: Reply;
}

interface CallOfCaller<Params, Input> extends CallOfAnyone<Params, Input> {
  readonly user: Caller;
}

/**
 * A call of an open operation; the caller may be anonymous.
 * @example
 * search({ input: { levelId } }: OpenCall<object, typeof levelFilter>) {}
 */
export type OpenCall<Params = object, Input = object> = CallOfAnyone<Params, Given<Input>>;

/**
 * A call of a closed operation, with an authenticated caller.
 * @example
 * add({ input: { text }, user }: Call<object, typeof newNote>) {}
 */
export type Call<Params = object, Input = object> = CallOfCaller<Params, Given<Input>>;

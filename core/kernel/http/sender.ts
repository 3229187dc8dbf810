import type { VerbatimAnswer } from '../declare/answer.ts';
import type { Challenges } from '../auth/admission.ts';
import { problemBody, type ErrorAnswer, type ErrorBodies } from './error_answer.ts';
import type { ApiVersions } from './api_version.ts';
import type { RequestContext } from './request_context.ts';
import { Heads } from './response_head.ts';

/** Writes the responses of the kernel: JSON, verbatim bodies, errors, empty responses. */
export interface Sender {
  /** @returns a promise if the answer is sent later */
  json(context: RequestContext, status: number, body: string | Buffer): Promise<undefined> | undefined;
  /** Sends an answer with body, type and status as the operation returned them. */
  verbatim(context: RequestContext, answer: VerbatimAnswer): void;
  error(context: RequestContext, answer: ErrorAnswer): void;
  /** Sends an answer without a body, with these headers and not with those of the context. */
  empty(context: RequestContext, status: number, headers: readonly string[]): void;
}

/** Parts that all responses share, error answers included. */
export interface SenderParts {
  readonly versions: ApiVersions;
  /** Headers of every answer in a version, as alternating names and values. */
  readonly headers: (version: number) => readonly string[];
  readonly challenges: Challenges;
  /** Names of the headers that carry credentials, for the `Vary` of failures. */
  readonly vary: string;
  /** Writes the body of an error answer as JSON. */
  readonly writeError: ErrorBodies['write'];
  /** Called for every answer of the sender, also if the client has disconnected. */
  readonly done: (context: RequestContext, status: number) => void;
}

export function createSender(parts: SenderParts): Sender {
  const { versions, challenges, writeError, done } = parts;
  const { heads, failureHeads } = headsOf(parts);
  const send = (context: RequestContext, status: number, { type, body, headers, isFailure }: Content): undefined => {
    const { response } = context;
    const length = Buffer.byteLength(body);
    const head = { status, type, headers: ['Content-Length', String(length), ...headers] };
    (isFailure ? failureHeads : heads).write(context, head);
    if (context.method !== 'HEAD') writeAtOnce(context, body, length);
    response.end();
    done(context, status);
  };
  return {
    json: (context, status, body) =>
      send(context, status, { type: 'application/json; charset=utf-8', body, headers: context.headers }),
    verbatim: (context, { status, type, body }) => {
      send(context, status, { type: `${type}; charset=utf-8`, body, headers: context.headers });
    },
    error: (context, answer) => {
      const { response } = context;
      context.versions = versions;
      if (response.headersSent || response.destroyed) {
        // Other code has begun an answer, or the client has disconnected: only `done` is called.
        done(context, response.headersSent ? response.statusCode : answer.status);
        // The client of an unfinished answer would wait for ever.
        if (!response.writableEnded) response.destroy();
        return;
      }
      const { problem } = context.version;
      const type = problem ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8';
      const body = (problem ? problemBody : writeError)(answer, context.id);
      // The challenge of a failure replaces the usual one: of two lines, Node 20 sends the last, later versions both.
      const asks = answer.status === 401 && !('WWW-Authenticate' in answer.headers);
      const headers = [...(asks ? challengeFor(context, challenges) : []), ...Object.entries(answer.headers).flat()];
      send(context, answer.status, { type, body, headers, isFailure: true });
    },
    empty: (context, status, headers) => {
      heads.write(context, { status, headers });
      context.response.end();
      done(context, status);
    },
  };
}

function headsOf({ versions, headers, vary }: SenderParts) {
  const withMore = (...more: readonly string[]) =>
    new Heads(new Map(versions.numbers.map((version) => [version, [...headers(version), ...more]])));
  // Failures are not cached: objects and rights may appear at any time, and login failures concern one caller.
  const failureHeads = withMore('Cache-Control', 'no-store', ...(vary === '' ? [] : ['Vary', vary]));
  return { heads: withMore(), failureHeads };
}

interface Content {
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers: readonly string[];
  readonly isFailure?: boolean;
}

/** Challenges for a request; Sec-Fetch-Dest `empty` marks requests of scripts. */
function challengeFor(context: RequestContext, { all, forScripts }: Challenges): string[] {
  const challenge = context.header('sec-fetch-dest') === 'empty' ? forScripts : all;
  return challenge === '' ? [] : ['WWW-Authenticate', challenge];
}

/**
 * Writes head and body to the socket together. `end(body)` would also write an empty chunk, which takes time. ASCII
 * text has the same bytes in Latin-1, whose encoding needs no scan.
 */
function writeAtOnce(context: RequestContext, body: string | Buffer, length: number): void {
  const { response } = context;
  context.sentBytes = length;
  response.write(body, length === body.length ? 'latin1' : 'utf8');
  response.socket?.uncork();
}

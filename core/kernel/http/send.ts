import type { ServerResponse } from 'node:http';
import type { VerbatimAnswer } from '../declare/answer.ts';
import type { Challenges } from '../auth/admission.ts';
import { errorBody, problemBody, type ErrorAnswer } from './error_answer.ts';
import type { RequestContext } from './request_context.ts';
import { Heads } from './response_head.ts';

/** Sends answers; every one of them takes this way. */
export interface Sender {
  json(context: RequestContext, status: number, body: string): void;
  /** An answer in the words, type and status of the operation. */
  verbatim(context: RequestContext, answer: VerbatimAnswer): void;
  error(context: RequestContext, answer: ErrorAnswer): void;
  /** An answer without a body. */
  empty(context: RequestContext, status: number, headers: readonly string[]): void;
}

/** What all answers of an installation have in common. */
export interface SenderParts {
  /** Headers of every answer, name and value in turn. */
  readonly always: readonly string[];
  readonly challenges: Challenges;
  /** Names of the headers that credentials come in: with them a failure may be another answer. */
  readonly vary: string;
  /** Told of every answer once it is on its way. */
  readonly done: (context: RequestContext, status: number) => void;
}

export function createSender({ always, challenges, vary, done }: SenderParts): Sender {
  const heads = new Heads(always);
  // An object or a right may be there the next moment, and a failure of a log-in says something of its caller.
  const failureHeads = new Heads([...always, 'Cache-Control', 'no-store', ...(vary === '' ? [] : ['Vary', vary])]);
  const send = (context: RequestContext, status: number, { type, body, headers, isFailure }: Content) => {
    const { response } = context;
    const length = Buffer.byteLength(body);
    const head = { status, type, headers: ['Content-Length', String(length), ...headers] };
    (isFailure ? failureHeads : heads).write(context, head);
    if (context.method !== 'HEAD') writeAtOnce(response, body, length);
    response.end();
    done(context, status);
  };
  return {
    json: (context, status, body) => {
      send(context, status, { type: 'application/json; charset=utf-8', body, headers: context.headers });
    },
    verbatim: (context, { status, type, body }) => {
      send(context, status, { type: `${type}; charset=utf-8`, body, headers: context.headers });
    },
    error: (context, answer) => {
      if (endedByOthers(context.response)) return;
      if (context.response.destroyed) {
        // The client has gone; there is nobody to answer, but a line to write.
        done(context, answer.status);
        return;
      }
      const { problem } = context.version;
      const type = problem ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8';
      const body = (problem ? problemBody : errorBody)(answer, context.id);
      // A failure may ask for a credential of its own; of two lines, Node 20 sends the last one and later versions both.
      const asksItself = 'WWW-Authenticate' in answer.headers;
      const asks = answer.status === 401 && !asksItself ? challengeFor(context, challenges) : [];
      send(context, answer.status, { type, body, headers: [...asks, ...pairsOf(answer.headers)], isFailure: true });
    },
    empty: (context, status, headers) => {
      heads.write(context, { status, headers });
      context.response.end();
      done(context, status);
    },
  };
}

interface Content {
  readonly type: string;
  readonly body: string;
  readonly headers: readonly string[];
  readonly isFailure?: boolean;
}

/** Browsers say of every request what it is for: `empty` is a script's own. */
function challengeFor(context: RequestContext, { all, forScripts }: Challenges): string[] {
  const challenge = context.header('sec-fetch-dest') === 'empty' ? forScripts : all;
  return challenge === '' ? [] : ['WWW-Authenticate', challenge];
}

const nothing: readonly string[] = [];

function pairsOf(headers: Readonly<Record<string, string>>): readonly string[] {
  for (const _name in headers) return Object.entries(headers).flat();
  return nothing;
}

/**
 * Hands head and body to the socket as one piece. `end(body)` would hold them back to send an empty last piece along,
 * which costs a gathering write, a tenth of a small answer. A text with as many bytes as characters has no character that
 * UTF-8 and Latin-1 write in two ways; as Latin-1 it need not be looked through.
 */
function writeAtOnce(response: ServerResponse, body: string, length: number): void {
  response.write(body, length === body.length ? 'latin1' : 'utf8');
  response.socket?.uncork();
}

/** Where somebody else began to answer, the client must not wait for an end that nobody will write. */
function endedByOthers(response: ServerResponse): boolean {
  if (response.headersSent && !response.writableEnded) response.destroy();
  return response.headersSent;
}

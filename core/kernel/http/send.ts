import { errorBody, problemBody, type ErrorAnswer } from './error_answer.ts';
import type { Exchange } from './exchange.ts';

/** Sends answers; every one of them takes this way. */
export interface Sender {
  json(exchange: Exchange, body: string): void;
  error(exchange: Exchange, answer: ErrorAnswer): void;
  /** An answer without a body. */
  empty(exchange: Exchange, status: number, headers: readonly string[]): void;
}

/** What all answers of an installation have in common. */
export interface SenderParts {
  /** Headers of every answer, name and value in turn. */
  readonly always: readonly string[];
  /** `WWW-Authenticate` of every 401. */
  readonly challenge: string;
  /** Told of every answer once it is on its way. */
  readonly done: (exchange: Exchange, status: number) => void;
}

export function createSender({ always, challenge, done }: SenderParts): Sender {
  const send = (exchange: Exchange, status: number, { type, body, headers }: Content) => {
    const { response } = exchange;
    const all = commonHeaders(exchange, always);
    all.push('Content-Type', type, 'Content-Length', String(Buffer.byteLength(body)), ...headers);
    response.writeHead(status, all as never);
    response.end(exchange.method === 'HEAD' ? undefined : body);
    done(exchange, status);
  };
  return {
    json: (exchange, body) => {
      send(exchange, 200, { type: 'application/json; charset=utf-8', body, headers: exchange.headers });
    },
    error: (exchange, answer) => {
      if (exchange.response.headersSent) return;
      if (exchange.response.destroyed) {
        // The client has gone; there is nobody to answer, but a line to write.
        done(exchange, answer.status);
        return;
      }
      const { problem } = exchange.version;
      const type = problem ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8';
      const body = (problem ? problemBody : errorBody)(answer, exchange.id);
      const asks = answer.status === 401 && challenge !== '' ? ['WWW-Authenticate', challenge] : [];
      send(exchange, answer.status, { type, body, headers: [...asks, ...Object.entries(answer.headers).flat()] });
    },
    empty: (exchange, status, headers) => {
      exchange.response.writeHead(status, [...commonHeaders(exchange, always), ...headers] as never);
      exchange.response.end();
      done(exchange, status);
    },
  };
}

interface Content {
  readonly type: string;
  readonly body: string;
  readonly headers: readonly string[];
}

function commonHeaders({ id, version }: Exchange, always: readonly string[]): string[] {
  return always.concat('API-Version', String(version.number), 'X-Request-Id', id);
}

import { Socket } from 'node:net';
import pLimit from 'p-limit';
import pg from 'pg';

/** What a connection knows of its server, and of itself there. */
export interface Cancellable {
  readonly host: string;
  readonly port: number;
  readonly ssl?: unknown;
  readonly sslNegotiation?: string;
  readonly processID: number | null;
  readonly secretKey: number | null;
  readonly connection: { readonly stream: unknown };
}

/** What the types of `pg` leave out of its connection. */
interface Wire {
  readonly stream: { destroy(): void };
  on(event: 'connect' | 'sslconnect' | 'end' | 'error', listener: () => void): void;
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

// eslint-disable-next-line no-restricted-syntax -- its own types know the class, but nothing that it does
const Connection = (pg as unknown as { Connection: new (config: object) => Wire }).Connection;

/** A server that does not take the request in this time is asked for nothing more. */
const PATIENCE_MS = 3000;
// Many clients may leave at once, and each request is a connection of its own.
const oneOfFew = pLimit(8);

/**
 * Asks the server to end what runs on a connection, by a second one, as the protocol has it: poolers pass it on, and no
 * permission is needed. Resolves when the server has taken the request, or is not worth waiting for. The statement may
 * have ended by then: nothing else may be begun on the connection.
 */
export function cancel(connection: Cancellable): Promise<void> {
  // The embedded database has no way beside its only connection.
  if (connection.processID === null || !(connection.connection.stream instanceof Socket)) return Promise.resolve();
  return oneOfFew(() => request(connection));
}

function request({ host, port, ssl, sslNegotiation, processID, secretKey }: Cancellable): Promise<void> {
  const wire = new Connection({ ssl, sslNegotiation });
  return new Promise((resolve) => {
    const patience = setTimeout(() => {
      wire.stream.destroy();
      resolve();
    }, PATIENCE_MS);
    const send = () => {
      wire.cancel(processID as number, secretKey as number);
    };
    wire.on('connect', () => {
      if (!ssl) send();
      else if (sslNegotiation !== 'direct') wire.requestSsl();
    });
    wire.on('sslconnect', send);
    wire.on('error', () => {
      // Then it stays as it is; the server ends it when it cannot hand over the answer.
    });
    wire.on('end', () => {
      clearTimeout(patience);
      resolve();
    });
    if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`);
    else wire.connect(port, host);
  });
}

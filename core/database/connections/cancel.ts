import { Socket } from 'node:net';
import pLimit from 'p-limit';
import pg from 'pg';

/** Properties of a connection that a cancel request needs. */
export interface Cancellable {
  readonly host: string;
  readonly port: number;
  readonly ssl?: unknown;
  readonly sslNegotiation?: string;
  readonly processID: number | null;
  readonly secretKey: number | null;
  readonly connection: { readonly stream: unknown };
}

/** Methods of the connection class of `pg` that its types do not declare. */
interface Wire {
  readonly stream: { destroy(): void };
  on(event: 'connect' | 'sslconnect' | 'end' | 'error', listener: () => void): void;
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

// oxlint-disable-next-line lectern/no-cast-by-unknown -- the types of `pg` declare this class without its methods
const Connection = (pg as unknown as { Connection: new (config: object) => Wire }).Connection;

const TIMEOUT_MS = 3000;
// Limits concurrent cancel requests: each opens a connection, and many clients may disconnect together.
const oneOfFew = pLimit(8);

/**
 * Asks the server on a second connection to cancel the running statement. Resolves when the request was received or has
 * failed, at the latest 3 seconds after its start. The connection must not be used again, because a late request
 * cancels its next statement.
 */
export function cancel(connection: Cancellable): Promise<void> {
  // A statement of the embedded database cannot be cancelled: a cancel request needs a second connection.
  if (connection.processID === null || !(connection.connection.stream instanceof Socket)) return Promise.resolve();
  return oneOfFew(() => request(connection));
}

function request({ host, port, ssl, sslNegotiation, processID, secretKey }: Cancellable): Promise<void> {
  const wire = new Connection({ ssl, sslNegotiation });
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      wire.stream.destroy();
      resolve();
    }, TIMEOUT_MS);
    const send = () => {
      wire.cancel(processID as number, secretKey as number);
    };
    wire.on('connect', () => {
      if (!ssl) send();
      else if (sslNegotiation !== 'direct') wire.requestSsl();
    });
    wire.on('sslconnect', send);
    wire.on('error', () => {
      // Ignored: the caller closes the connection, and the server ends the statement when it cannot send the result.
    });
    wire.on('end', () => {
      clearTimeout(timer);
      resolve();
    });
    if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`);
    else wire.connect(port, host);
  });
}

import { connect, isIP } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import pLimit from 'p-limit';
import { serialize } from 'pg-protocol';
import type { Connection } from './connection.ts';

const TIMEOUT_MS = 3000;
// Limits concurrent cancel requests: each opens a connection, and many clients may disconnect together.
const oneOfFew = pLimit(8);

/**
 * Asks the server on a second connection to cancel the running statement. Resolves when the request was received or has
 * failed, at the latest 3 seconds after its start. The connection must not be used again, because a late request
 * cancels its next statement.
 */
export function cancel(connection: Connection): Promise<void> {
  // A statement of the embedded database cannot be cancelled: a cancel request needs a second connection.
  if (connection.processID === null || connection.isEmbedded) return Promise.resolve();
  return oneOfFew(() => request(connection));
}

function request(connection: Connection): Promise<void> {
  const { host, port, ssl, sslNegotiation } = connection;
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const message = serialize.cancel(Number(connection.processID), Number(connection.secretKey));
  const sendSecurely = () => {
    connectSecurely({ socket, host, ...secureOptions(connection) })
      .on('error', ignore)
      .write(message);
  };
  return new Promise((resolve) => {
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.once('close', () => resolve()).on('error', ignore);
    if (!ssl) socket.write(message);
    else if (sslNegotiation === 'direct') socket.once('connect', sendSecurely);
    else socket.once('data', sendSecurely).write(serialize.requestSsl());
  });
}

function secureOptions({ host, ssl, sslNegotiation }: Connection): object {
  const given: { readonly key?: unknown } = typeof ssl === 'object' ? ssl : {};
  // The driver hides the key from copies of the options.
  const hidden = given.key === undefined ? {} : { key: given.key };
  const direct = sslNegotiation === 'direct' ? { ALPNProtocols: ['postgresql'] } : {};
  return { ...(isIP(host) === 0 && { servername: host }), ...given, ...hidden, ...direct };
}

function ignore(): void {
  // The caller closes the connection, and the server ends the statement when it cannot send the result.
}

// Plain JavaScript, because `npm start` checks the port before anything is installed or built.
import { once } from 'node:events';
import { createServer } from 'node:net';

/** @typedef {{ readonly host: string, readonly port: number }} Address Host and port of an installation. */

/**
 * Checks that a port is free: opens it and closes it again. Port 0 needs no check.
 * @param {Address} address
 * @throws Error of `portProblem` when the port cannot be opened
 */
export async function refuseTakenPort({ host, port }) {
  if (port === 0) return;
  const probe = createServer();
  try {
    await once(probe.listen({ host, port, exclusive: true }), 'listening');
  } catch (error) {
    throw portProblem({ host, port }, /** @type {NodeJS.ErrnoException} */ (error));
  }
  probe.close();
  await once(probe, 'close');
}

/**
 * Creates an error that says why a port cannot be opened, and the fix. Returns an unknown `cause` unchanged.
 * @param {Address} address
 * @param {NodeJS.ErrnoException} cause
 * @returns {Error}
 */
export function portProblem({ host, port }, cause) {
  const other = `choose another port: PORT=${port < 1024 || port === 65_535 ? 3000 : port + 1} npm start`;
  /** @type {Readonly<Record<string, string>>} */
  const problems = {
    EADDRINUSE: `Port ${port} of ${host} is taken by another process, perhaps by a Lectern that is already running. End that process, or ${other}`,
    EACCES: `Port ${port} of ${host} may not be opened by this user. Run behind a proxy, or ${other}`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set HOST to an address of this machine, such as 127.0.0.1 or 0.0.0.0.`,
    ERR_SOCKET_BAD_PORT: `The port must be a whole number from 0 to 65535; correct PORT, or http.port in config/.`,
  };
  const problem = problems[cause.code ?? ''];
  return problem === undefined ? cause : new Error(problem, { cause });
}

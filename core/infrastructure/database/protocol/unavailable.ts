import { isInstance } from '../../../hosting/internals.ts';

/**
 * Error of an unavailable database, such as one that is unreachable, answers too late, or has no free connection. A
 * request that fails with this error answers 503. `cause` is the error of the driver, if there is one.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly code = 'DATABASE_UNAVAILABLE';
  readonly unavailable = true;
}

const SYSTEM_CODES = new Set(
  'ECONNREFUSED ECONNRESET ENOTFOUND ENOENT EPIPE ETIMEDOUT EAI_AGAIN EHOSTUNREACH EHOSTDOWN ENETUNREACH'.split(' '),
);

// In this order: shutdown, crash, startup, database dropped, idle session ended, database missing, statement cancelled,
// writes rejected, table damaged, index damaged.
const SERVER_CODES = new Set('57P01 57P02 57P03 57P04 57P05 3D000 57014 25006 XX001 XX002'.split(' '));

// Resource limits of the server, and failures of its machine.
const SERVER_CLASSES = new Set(['53', '58']);

const DAMAGE = 'Files of the database are damaged; restore a backup with lectern restore <file>';

/** Fixes for some SQLSTATEs. */
const serverFixes: Readonly<Record<string, string>> = {
  53100: 'The disk of the server is full; free space on it, or enlarge it',
  53200: 'The server has no memory left; lower its work_mem, or give it more memory',
  53300:
    'The server or the account has no connection left; raise max_connections, or lower poolMax in modules.database or the number of workers',
  XX001: DAMAGE,
  XX002: DAMAGE,
};
const LOG_OF_SERVER = 'The server reached a limit, or its machine failed; read its log';

/** Code of a driver error: an SQLSTATE such as `23505`, or a system code such as `ECONNREFUSED`. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

const READ_TIMEOUT = 'Query read timeout';

/** Reason for the end of a connection after a query timeout. */
export const QUERY_TIMEOUT = 'a query time-out';

/** Error for a query timeout. */
export function readTimeout(): Error {
  return new Error(READ_TIMEOUT);
}

/** Whether a query has timed out; its connection still waits for the answer. */
export function isReadTimeout(error: unknown): boolean {
  return isInstance(error, Error) && error.message.endsWith(READ_TIMEOUT);
}

/** Whether an SQLSTATE says that the server rejects writes: a standby, or a former primary. */
export function takesNoWrites(code: string | undefined): boolean {
  return code === '25006';
}

/** Whether the server has refused the credentials. PgBouncer gives a code of its own. */
export function isRefused(error: unknown): boolean {
  return codeOf(error)?.startsWith('28') === true || /(password|SASL) authentication failed/.test(reasonOf(error));
}

/**
 * Converts a driver error to `DatabaseUnavailable` if the database is unavailable; returns other errors unchanged.
 * @param isLost whether the connection was lost, or not established
 */
export function describeFailure(error: unknown, isLost = false): unknown {
  if (!isAway(error, isLost)) return error;
  return new DatabaseUnavailable(`The database is not available (${reasonOf(error)}). ${fixOf(error)}.`, {
    cause: error,
  });
}

function fixOf(error: unknown): string {
  const code = codeOf(error);
  if (isReadTimeout(error) || reasonOf(error).endsWith(QUERY_TIMEOUT))
    return 'Look for slow or waiting statements, or raise statementTimeoutMs (of jobs: backgroundTimeoutMs) in modules.database';
  if (code === '57014') return 'The server cancelled the statement; read its log, and check its statement_timeout';
  if (takesNoWrites(code)) return 'The server rejects writes; check that DATABASE_URL names the primary';
  if (isRefused(error))
    return 'Write the present user and password into DATABASE_URL, or into the file that DATABASE_URL_FILE names';
  const fix = serverFixes[code ?? ''];
  if (fix !== undefined) return fix;
  if (code !== undefined && SERVER_CLASSES.has(code.slice(0, 2))) return LOG_OF_SERVER;
  return 'Check that the server runs and that DATABASE_URL names it';
}

function isAway(error: unknown, isLost: boolean): boolean {
  if (!isInstance(error, Error) || error instanceof DatabaseUnavailable) return false;
  const code = codeOf(error);
  // Errors of the driver itself have no code.
  if (code === undefined) return isLost || isReadTimeout(error);
  const isServers = SERVER_CODES.has(code) || SERVER_CLASSES.has(code.slice(0, 2));
  return isServers || isRefused(error) || SYSTEM_CODES.has(code) || isConnectionClass(error, code);
}

// Class 08 means a broken connection. Exception: 08P01 also reports a wrong number of bindings, unless it is FATAL.
function isConnectionClass(error: Error, code: string): boolean {
  if (!code.startsWith('08')) return false;
  return code !== '08P01' || (error as { severity?: string }).severity === 'FATAL';
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : '';
  return [code, message.split(' - ').at(-1)].filter(Boolean).join(': ');
}

import type { Connection } from './connection.ts';
import { closeConnection } from './close_connection.ts';
import { isRefused } from '../protocol/unavailable.ts';

/** Values of `target_session_attrs` for the server that takes all writes. */
const WRITABLE = ['read-write', 'primary'];

const EMPTY_HOST = /^\w+:\/\/(?:[^/?#]*@)?(?:[:/?#]|$)/;

/** Settings of a connection to one of the hosts. */
interface HostSettings {
  readonly connectionString: string;
  readonly connectionTimeoutMillis: number;
}

/** Opens a connection; rejects when the host is not reachable in time. */
type Open = (settings: HostSettings) => Promise<Connection>;

/** Splits an address with several hosts into one URL for each host. Any other text is returned unchanged. */
export function hostUrls(address: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(address) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [address];
}

/**
 * Splits the address of the primary into one URL for each host.
 * @throws Error when it is no PostgreSQL address, or its hosts cannot be tried; the message omits the address
 */
export function checkedHostUrls(address: string): readonly string[] {
  const urls = hostUrls(address);
  if (urls.length > 1 && urls.some((url) => EMPTY_HOST.test(url)))
    throw invalid('has an empty host', 'Write a host on both sides of each comma');
  urls.forEach(assertPostgresUrl);
  const [{ searchParams }] = urls.map((url) => new URL(url)) as [URL];
  if (searchParams.get('host')?.includes(',') || searchParams.get('port')?.includes(','))
    throw invalid(
      'has a list of hosts in its parameters',
      'Write the hosts as postgres://user:password@a:5432,b:5432/name',
    );
  if (urls.length > 1 && (searchParams.has('host') || searchParams.has('port')))
    throw invalid(
      'has several hosts and the parameter host or port',
      'Write each port behind its host, and remove the parameter',
    );
  const wanted = searchParams.get('target_session_attrs');
  if (wanted !== null && !WRITABLE.includes(wanted))
    throw invalid(
      'has a target_session_attrs that Lectern does not support',
      'Write read-write (or primary), because Lectern writes to this server; standbys belong into DATABASE_REPLICA_URLS',
    );
  return urls;
}

/** Hosts of an address, of which one takes writes. All pools of the address share it. */
export class ServerHosts {
  readonly #urls: readonly string[];
  readonly #timeoutMs: number;
  #first = 0;

  /** @param timeoutMs time for all hosts together, in milliseconds */
  private constructor(urls: readonly string[], timeoutMs: number) {
    this.#urls = urls;
    this.#timeoutMs = Math.ceil(timeoutMs / urls.length);
  }

  /**
   * Returns the hosts of an address, or undefined if its only host is used without a check for writes.
   * @throws Error for an invalid address
   */
  static of(address: string, timeoutMs: number): ServerHosts | undefined {
    const urls = checkedHostUrls(address);
    const isChecked = urls.length > 1 || new URL(address).searchParams.has('target_session_attrs');
    return isChecked ? new ServerHosts(urls, timeoutMs) : undefined;
  }

  /**
   * Connects to the first host that is reachable and accepts writes. Begins with the host of the last success, so that
   * a host that is down delays only the first connection.
   * @throws the refusal of the credentials; an Error with the reasons of all hosts
   */
  async connect(open: Open): Promise<Connection> {
    const reasons: string[] = [];
    const { length } = this.#urls;
    const first = this.#first;
    for (let tried = 0; tried < length; tried++) {
      const index = (first + tried) % length;
      const url = this.#urls[index] as string;
      try {
        const connection = await this.#open(url, open);
        this.#first = index;
        return connection;
      } catch (error) {
        if (isRefused(error)) throw error;
        reasons.push(`${new URL(url).host}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    throw new Error(`no host accepts writes; ${reasons.join('; ')}`);
  }

  async #open(connectionString: string, open: Open): Promise<Connection> {
    const connection = await open({ connectionString, connectionTimeoutMillis: this.#timeoutMs });
    try {
      connection.limitMs = this.#timeoutMs;
      const { rows } = (await connection.query('show transaction_read_only')) as { rows: [Record<string, string>] };
      if (rows[0]['transaction_read_only'] === 'off') return connection;
      throw new Error('read-only');
    } catch (error) {
      closeConnection(connection, 'the host accepts no writes');
      throw error;
    }
  }
}

function assertPostgresUrl(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (/^postgres(ql)?:$/.test(protocol)) return;
  throw invalid(
    'is no PostgreSQL address',
    'Write it as postgres://user:password@host:5432/name, with commas between several hosts, and percent-encode special ' +
      'characters of the password',
  );
}

function invalid(problem: string, fix: string): Error {
  return new Error(`The setting modules.database.url (DATABASE_URL) ${problem}. ${fix}.`);
}

import type { Connection } from './connection.ts';
import { closeConnection } from './close_connection.ts';
import { checkedHostUrls } from './host_urls.ts';
import { isRefused } from '../protocol/unavailable.ts';

/** Settings of a connection to one of the hosts. */
interface HostSettings {
  readonly connectionString: string;
  readonly connectionTimeoutMillis: number;
}

/** Opens a connection; rejects when the host is not reachable in time. */
type Open = (settings: HostSettings) => Promise<Connection>;

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

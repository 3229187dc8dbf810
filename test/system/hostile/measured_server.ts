import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Lane } from '../../contract/hostile/lane.ts';
import { BuiltServer } from '../../support/built_server.ts';
import { Installation } from '../../support/installation.ts';
import { projectRoot } from '../../support/platform.ts';
import { reachServers } from '../../support/servers.mjs';
import { createDatabase, dropDatabase } from '../../support/test_database.ts';
import { archiveInbox } from './archives.ts';
import type { HostileRequest } from './source.ts';

const config = {
  demo: true,
  http: { trustedProxies: ['loopback'] },
  modules: { accounts: { portraitsPerHour: 1_000_000 } },
};
/** Far longer than a request may block the loop, so that a blocked time falls into two intervals at most. */
const INTERVAL_MS = 500;
const callers = ['student', 'manager'] as const;

interface Parts {
  readonly server: BuiltServer;
  readonly installation: Installation;
  /** Server of PostgreSQL, and the URL of the database on it. */
  readonly databases: readonly [server: string, url: string];
}

/** What a request cost the server. */
export interface Measured {
  readonly status: number;
  /**
   * CPU time of the thread of the event loop, which bounds the time for which the request blocked the loop. Of a long
   * request, the most of two intervals.
   */
  readonly loopMs: number;
}

/** The built server with a database of PostgreSQL, the processor time of its event loop and the memory of its processes. */
export class MeasuredServer {
  /** Largest resident memory of the server so far, in bytes. */
  peakBytes = 0;
  /** Largest resident memory of one of its child processes so far, in bytes. */
  peakChildBytes = 0;
  #lane: Lane;
  #sent = 0;
  readonly #tokens = new Map<string, string>();

  private constructor(
    readonly url: string,
    private readonly parts: Parts,
  ) {
    this.#lane = new Lane(url);
  }

  static async start(): Promise<MeasuredServer> {
    const installation = new Installation({ 'config/test.json': JSON.stringify(config), ...archiveInbox });
    installation.link(join(projectRoot, 'core'), 'core');
    const { TEST_DATABASE_URL: databases } = await reachServers({});
    const database = await createDatabase(databases);
    const env = { NODE_ENV: 'test', LOG_LEVEL: 'warn', DATABASE_URL: database };
    const server = new BuiltServer({ root: installation.root, env });
    const measured = new MeasuredServer(await server.url(), { server, installation, databases: [databases, database] });
    for (const name of callers) await measured.#signIn(name);
    return measured;
  }

  async stop(): Promise<void> {
    this.#lane.close();
    await this.parts.server.stop();
    await this.parts.installation.clear();
    await dropDatabase(...this.parts.databases);
  }

  /** Entity tag that a path has for a manager; undefined without one. */
  readonly tagOf = async (path: string): Promise<string | undefined> => {
    const headers = { 'X-Auth-Token': this.#tokens.get('manager') as string };
    const answer = await fetch(this.url + path, { headers });
    await answer.arrayBuffer();
    return answer.headers.get('etag') ?? undefined;
  };

  get pid(): number {
    return this.parts.server.pid as number;
  }

  /** Sends a request. @returns its status and its cost */
  async send({ caller, headers, ...sent }: HostileRequest): Promise<Measured> {
    const token = this.#tokens.get(caller);
    const all = { ...headers, ...(token !== undefined && { 'X-Auth-Token': token }) };
    const times = [this.#loopCpuMs()];
    const timer = setInterval(() => times.push(this.#loopCpuMs()), INTERVAL_MS);
    const { status } = await this.#lane
      .send({ ...sent, headers: all }, `hostile-${this.#sent++}`)
      .finally(() => clearInterval(timer));
    const last = this.#loopCpuMs();
    this.#measureMemory();
    return { status, loopMs: Math.max(...times.map((time, index) => (times[index + 2] ?? last) - time)) };
  }

  async #signIn(name: string): Promise<void> {
    const login = Buffer.from(`${name}:Lectern-2026`).toString('base64');
    const answer = await fetch(`${this.url}/api/tokens`, {
      method: 'POST',
      headers: { Authorization: `Basic ${login}` },
    });
    const { token } = (await answer.json()) as { token: string };
    this.#tokens.set(name, token);
  }

  /** CPU time of the first thread, which runs the event loop. Other threads optimize, collect garbage, hash and compress. */
  #loopCpuMs(): number {
    return Number(textOf(`/proc/${this.pid}/task/${this.pid}/schedstat`).split(' ')[0]) / 1e6;
  }

  #measureMemory(): void {
    const children = textOf(`/proc/${this.pid}/task/${this.pid}/children`).split(' ').filter(Boolean);
    this.peakBytes = Math.max(this.peakBytes, peakOf(this.pid));
    this.peakChildBytes = Math.max(this.peakChildBytes, ...children.map(peakOf));
  }
}

/** Largest resident memory of a process so far, in bytes. */
function peakOf(pid: number | string): number {
  return 1_024 * Number(/VmHWM:\s+(\d+)/.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0);
}

/** Text of a file of the process table; "" after the process has ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

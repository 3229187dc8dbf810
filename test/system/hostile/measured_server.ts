import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Lane } from '../../contract/hostile/lane.ts';
import { BuiltServer } from '../../support/built_server.ts';
import { Installation } from '../../support/installation.ts';
import { projectRoot } from '../../support/platform.ts';
import { makeTestDatabase, type TestDatabase } from '../../support/test_database.ts';
import type { HostileRequest } from './source.ts';

const config = {
  demo: true,
  http: { trustedProxies: ['loopback'] },
  modules: { accounts: { portraitsPerHour: 1_000_000 } },
};
const callers = ['student', 'manager'] as const;

interface Parts {
  readonly server: BuiltServer;
  readonly installation: Installation;
  readonly database: TestDatabase;
}

/** The built server, with the processor time and the memory of its processes. */
export class MeasuredServer {
  /** Largest memory of the server and its child processes so far, in bytes. */
  peakBytes = 0;
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
    const installation = new Installation({ 'config/test.json': JSON.stringify(config) });
    installation.link(join(projectRoot, 'core'), 'core');
    const database = await makeTestDatabase();
    const env = { NODE_ENV: 'test', LOG_LEVEL: 'warn', ...database.env };
    const server = new BuiltServer({ root: installation.root, env });
    const measured = new MeasuredServer(await server.url(), { server, installation, database });
    for (const name of callers) await measured.#signIn(name);
    return measured;
  }

  async stop(): Promise<void> {
    this.#lane.close();
    await this.parts.server.stop();
    await this.parts.installation.clear();
    await this.parts.database.clear();
  }

  /** Sends a request. @returns its status, and the CPU time of the server meanwhile, which bounds the blocked time */
  async send({ caller, headers, ...sent }: HostileRequest): Promise<{ status: number; cpuMs: number }> {
    const token = this.#tokens.get(caller);
    const all = { ...headers, ...(token !== undefined && { 'X-Auth-Token': token }) };
    const before = await this.#cpuMs();
    const { status } = await this.#lane.send({ ...sent, headers: all }, `hostile-${this.#sent++}`);
    const cpuMs = (await this.#cpuMs()) - before;
    this.peakBytes = Math.max(this.peakBytes, ...this.#memories());
    return { status, cpuMs };
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

  async #cpuMs(): Promise<number> {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]) * 1_000;
  }

  /** Largest memory so far of the server and of each running child process. */
  #memories(): number[] {
    const { pid } = this.parts.server;
    const children = textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
    return [String(pid), ...children].map(
      (id) => 1_024 * Number(/VmHWM:\s+(\d+)/.exec(textOf(`/proc/${id}/status`))?.[1] ?? 0),
    );
  }
}

/** Text of a file of the process table; "" after the process has ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

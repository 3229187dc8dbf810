import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { askOnce } from '../faults/support/ask_once.ts';
import { accountOf, toolPath } from '../faults/support/tools.ts';
import { until } from '../faults/support/until.ts';
import { ClusterNode, PASSWORD } from './cluster_node.ts';

const run = promisify(execFile);
const NODES = 3;
const HEALTHY_MS = 180_000;
/** Time after which a node that does not follow the primary by itself is copied anew, as by an operator. */
const REJOIN_MS = 60_000;
const MAX_LAG = 16 * 1024 * 1024;
const programs = ['initdb', 'pg_basebackup', 'etcd', 'patroni', 'patronictl', 'haproxy', 'pgbouncer', 'pgbackrest'];

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
  /** Bytes behind the primary; a text if unknown. */
  readonly lag?: number | string;
}

/** A cluster of three nodes in a temporary folder. */
export class Cluster {
  private constructor(
    readonly folder: string,
    readonly nodes: readonly ClusterNode[],
  ) {}

  /**
   * Creates the cluster, its database and its role.
   * @throws Error with the missing program and its Debian package
   */
  static async start(): Promise<Cluster> {
    programs.forEach(toolPath);
    const folder = mkdtempSync(join(tmpdir(), 'lectern-availability-'));
    const nodes = [];
    for (let index = 0; index < NODES; index++) nodes.push(await ClusterNode.reserve(index, folder));
    // After the handlers of the nodes, which kill their processes.
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(join(folder, 'repository'));
    for (const node of nodes) node.write(nodes.map(({ ports }) => ports));
    if (accountOf('postgres').uid !== undefined) execFileSync('chown', ['-R', 'postgres:', folder]);
    const cluster = new Cluster(folder, nodes);
    for (const node of nodes) node.start();
    await cluster.healthy();
    await cluster.query(`create role lectern login password '${PASSWORD}'`, 'postgres');
    await cluster.query('create database lectern owner lectern', 'postgres');
    return cluster;
  }

  /** Address of the database with all hosts, for Lectern. */
  get url(): string {
    return this.urlAt(this.nodes.map(({ ports }) => `127.0.0.1:${ports.postgres}`).join());
  }

  /** Address of the database at other hosts, for Lectern. */
  urlAt(hosts: string): string {
    return `postgres://lectern:${PASSWORD}@${hosts}/lectern`;
  }

  /** The node of the primary. */
  async primary(): Promise<ClusterNode> {
    const leader = (await this.#members()).find(({ role }) => role === 'leader');
    return this.#node(leader?.name);
  }

  /** The node of the standby that commits wait for. */
  async synchronous(): Promise<ClusterNode> {
    const standby = (await this.#members()).find(({ role }) => role === 'sync_standby');
    return this.#node(standby?.name);
  }

  /** Waits until all nodes run and follow the primary, and one of them is a synchronous standby. */
  async healthy(timeout = HEALTHY_MS): Promise<void> {
    const check = async () => {
      const members = await this.#members();
      const roles = members.map(({ role }) => role).sort();
      const leader = members.find(({ role }) => role === 'leader');
      const areFit = leader !== undefined && members.every((member) => isFit(member, leader));
      if (areFit && roles.join() === 'leader,replica,sync_standby') return;
      throw new Error(`the cluster is not healthy: ${JSON.stringify(members)}`);
    };
    await until(check, { timeout, pause: 250 }).catch((error: unknown) => {
      const outputs = this.nodes.map(({ name, output }) => `--- ${name}\n${output}`);
      throw new Error(outputs.join('\n'), { cause: error });
    });
  }

  /** Waits until the cluster is healthy; copies nodes anew that do not follow in time. @returns their names */
  async healed(): Promise<readonly string[]> {
    try {
      await this.healthy(REJOIN_MS);
      return [];
    } catch {
      const members = await this.#members();
      const leader = members.find(({ role }) => role === 'leader') as Member;
      const unfit = members.filter((member) => !isFit(member, leader)).map(({ name }) => name);
      for (const name of unfit) await this.#patronictl(await this.primary(), 'reinit', 'lectern', name, '--force');
      await this.healthy();
      return unfit;
    }
  }

  /** Runs a statement as superuser on the primary. */
  async query<Row extends pg.QueryResultRow>(sql: string, database = 'lectern'): Promise<Row[]> {
    const { ports } = await this.primary();
    return askOnce<Row>(`postgres://postgres:${PASSWORD}@127.0.0.1:${ports.postgres}/${database}`, sql);
  }

  /** Hands the role of the primary over, as before maintenance. */
  async switchover(): Promise<void> {
    const [from, to] = [await this.primary(), await this.synchronous()];
    const roles = ['--master', from.name, '--candidate', to.name];
    await this.#patronictl(from, 'switchover', 'lectern', ...roles, '--force');
  }

  /** Runs pgBackRest on a node. @returns its output */
  async pgBackRest(node: ClusterNode, ...args: readonly string[]): Promise<string> {
    const how = { ...accountOf('postgres'), cwd: node.folder, env: node.env };
    return (await run(toolPath('pgbackrest'), ['--stanza=lectern', ...args], how)).stdout;
  }

  async clear(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.killMachine()));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  async #patronictl({ folder, env }: ClusterNode, ...args: readonly string[]): Promise<void> {
    const how = { ...accountOf('postgres'), cwd: folder, env };
    await run(toolPath('patronictl'), ['-c', join(folder, 'patroni.yaml'), ...args], how);
  }

  /** Members by the first node that answers. */
  async #members(): Promise<readonly Member[]> {
    let reason: unknown;
    for (const { ports } of this.nodes) {
      try {
        const answer = await fetch(`http://127.0.0.1:${ports.rest}/cluster`, { signal: AbortSignal.timeout(1_000) });
        const { members } = (await answer.json()) as { members: readonly Member[] };
        if (members.length > 0) return members;
      } catch (error) {
        reason = error;
      }
    }
    throw new Error('no node of the cluster answers', { cause: reason });
  }

  #node(name: string | undefined): ClusterNode {
    const found = this.nodes.find((node) => node.name === name);
    if (!found) throw new Error('the cluster has no such node at the moment');
    return found;
  }
}

function isFit({ role, state, timeline, lag }: Member, leader: Member): boolean {
  if (state !== 'running' && state !== 'streaming') return false;
  return role === 'leader' || (timeline === leader.timeline && typeof lag === 'number' && lag <= MAX_LAG);
}

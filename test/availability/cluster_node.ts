import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ServerProcess } from '../faults/support/server_process.ts';
import { accountOf, toolPath } from '../faults/support/tools.ts';
import { freePort } from '../support/free_port.mjs';
import { signalOne, signalTree } from './process_tree.ts';
import { ofNode, onThisMachine, put, shipped, type NodePorts } from './shipped_files.ts';

/** Password of all roles of the drill; its servers listen on 127.0.0.1 only. */
export const PASSWORD = 'drill';

/** One machine of the cluster: etcd, Patroni, PostgreSQL and pgBackRest, with the shipped files. */
export class ClusterNode {
  readonly name: string;
  readonly folder: string;
  readonly #index: number;
  #servers: readonly ServerProcess[] = [];

  private constructor(
    index: number,
    readonly ports: NodePorts,
    private readonly root: string,
  ) {
    this.#index = index;
    this.name = `db${index + 1}`;
    this.folder = join(root, this.name);
    process.once('exit', () => this.#signalAll('SIGKILL'));
  }

  /** Reserves the ports of a node. @param root folder for the folders of all nodes */
  static async reserve(index: number, root: string): Promise<ClusterNode> {
    const [postgres, rest, etcd, peer] = [await freePort(), await freePort(), await freePort(), await freePort()];
    return new ClusterNode(index, { postgres, rest, etcd, peer }, root);
  }

  get data(): string {
    return join(this.folder, 'data');
  }

  /** Environment of Patroni, PostgreSQL and pgBackRest. */
  get env(): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      LC_ALL: 'C.UTF-8',
      HOME: this.folder,
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
      PGBACKREST_CONFIG: join(this.folder, 'pgbackrest.conf'),
      PGBACKREST_LOCK_PATH: join(this.folder, 'lock'),
      PGBACKREST_LOG_PATH: this.folder,
      PGBACKREST_REPO1_CIPHER_PASS: PASSWORD,
    };
  }

  /** Writes the shipped files with folders and ports of this machine. */
  write(nodes: readonly NodePorts[]): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const own = (name: string, replaced: readonly (readonly [string | RegExp, string])[]) => {
      const text = ofNode(shipped(`patroni/${name}`), this.#index);
      writeFileSync(this.#file(name), put(onThisMachine(text, nodes), ...replaced), { mode: 0o600 });
    };
    own('etcd.yaml', [['/var/lib/etcd/lectern', join(this.folder, 'etcd')]]);
    own('patroni.yaml', [
      ['10.0.0.0/24', '127.0.0.1/32'],
      [/(?<=bin_dir: ).*/g, dirname(realpathSync(toolPath('initdb')))],
      ['/var/lib/postgresql/lectern', this.data],
      ['/var/lib/postgresql/.pgpass_patroni', this.#file('pgpass')],
      ['/var/run/postgresql', this.folder],
      ['mode: automatic', "mode: 'off'"],
    ]);
    own('pgbackrest.conf', [
      ['/var/lib/pgbackrest', join(this.root, 'repository')],
      ['/var/lib/postgresql/lectern', this.data],
      ['pg1-port=5432', `pg1-port=${this.ports.postgres}`],
      ['/var/run/postgresql', this.folder],
    ]);
  }

  /** Starts etcd and Patroni, which starts PostgreSQL; both as the user postgres. */
  start(): void {
    const common = { env: this.env, cwd: this.folder, account: accountOf('postgres') };
    const etcd = { file: toolPath('etcd'), args: ['--config-file', this.#file('etcd.yaml')] };
    const patroni = { file: toolPath('patroni'), args: [this.#file('patroni.yaml')] };
    this.#servers = [etcd, patroni].map((program) => new ServerProcess({ ...program, ...common }));
  }

  /** Kills everything on the node at once, as the loss of its power. */
  async killMachine(): Promise<void> {
    // Stopped first, so that no process sees the end of another one.
    this.#signalAll('SIGSTOP');
    this.#signalAll('SIGKILL');
    await Promise.all(this.#servers.map((server) => server.exited));
  }

  /** Kills the main process of PostgreSQL; Patroni and etcd continue. */
  killPostgres(): void {
    if (this.#postmaster !== undefined) signalOne(this.#postmaster, 'SIGKILL');
  }

  /** Stops all processes of the node and keeps their connections, as a cut network. */
  freeze(): void {
    this.#signalAll('SIGSTOP');
  }

  thaw(): void {
    this.#signalAll('SIGCONT');
  }

  /** Last output of etcd and Patroni, to find the reason of a failure. */
  get output(): string {
    return this.#servers.map(({ output }) => output.slice(-4_000)).join('\n');
  }

  #signalAll(name: NodeJS.Signals): void {
    const pids = this.#servers.filter(({ isAlive }) => isAlive).map(({ pid }) => pid);
    for (const pid of [...pids, this.#postmaster]) if (pid !== undefined) signalTree(pid, name);
  }

  /** Main process of PostgreSQL, which is no child of Patroni; undefined if the file with its id is left from before. */
  get #postmaster(): number | undefined {
    try {
      const pid = Number(readFileSync(join(this.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(this.data) ? pid : undefined;
    } catch {
      return undefined;
    }
  }

  #file(name: string): string {
    return join(this.folder, name);
  }
}

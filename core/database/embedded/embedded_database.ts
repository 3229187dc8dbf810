import { resolve } from 'node:path';
import { workerNumber } from 'lectern/host';
import type { ConnectionSettings, Source } from '../connections.ts';
import { IN_MEMORY, type DatabaseConfig, type Environment, type Logger } from '../database_config.ts';
import { openCluster, type Cluster } from './cluster.mjs';
import { embeddedRefusal } from '../safety_rules.ts';
import { ClusterStream } from './cluster_stream.ts';
import { openOrTakeFolder } from './preloaded_folder.ts';
import type { OpenedFolder } from './opened_folder.ts';
import { keepSnapshot } from './snapshot.mjs';
import { leaveSnapshot, openOrTakeSnapshot } from './spare_cluster.ts';

const notForWorkers =
  'Several workers need a shared database, and the embedded one belongs to one process. ' +
  'Set DATABASE_URL to a PostgreSQL, or start one worker (WORKERS=1).';

/** Loggers that have logged the warning, because a start without a broken plugin opens the database again. */
const warned = new WeakSet<Logger>();

/** PostgreSQL inside this process: no installation, one connection, and no durability after a power failure. */
export class EmbeddedDatabase implements Source {
  /** The only session of the engine. */
  readonly pool = { min: 1, max: 1 };
  readonly #config: DatabaseConfig;
  readonly #logger: Logger;
  readonly #environment: Environment;
  #cluster: Cluster | undefined;
  #folder: OpenedFolder | undefined;

  constructor(config: DatabaseConfig, logger: Logger, environment: Environment) {
    this.#config = config;
    this.#logger = logger;
    this.#environment = environment;
  }

  /** @throws Error in production unless allowed, or when another process uses the folder */
  async open(): Promise<void> {
    if (this.#cluster) return;
    this.#assertAllowed();
    const { dataDir } = this.#config;
    this.#cluster = dataDir === IN_MEMORY ? await this.#openInMemory() : await this.#openFolder(resolve(dataDir));
    const place = dataDir === IN_MEMORY ? 'in memory, lost at the end of the process' : `in ${resolve(dataDir)}`;
    if (warned.has(this.#logger)) return;
    warned.add(this.#logger);
    this.#logger.warn({ dataDir }, `Embedded database ${place}: an evaluation database, no fsync, one process only`);
  }

  /** Writes its content to a file for the setting `snapshot`. @throws Error when it is stored in a folder */
  async keep(file: string): Promise<void> {
    if (this.#config.dataDir !== IN_MEMORY || !this.#cluster?.dump)
      throw new Error('Only an embedded database in memory can be saved as a snapshot.');
    await keepSnapshot(file, await this.#cluster.dump());
  }

  /** Content as a tar archive; `unpackCluster` creates a folder from it. */
  async dump(): Promise<Buffer> {
    if (!this.#cluster?.dump) throw new Error('The embedded database is not open.');
    return this.#cluster.dump();
  }

  async close(): Promise<void> {
    const [folder, cluster] = [this.#folder, this.#cluster];
    this.#folder = this.#cluster = undefined;
    if (folder) await folder.close();
    else if (cluster) await this.#leave(cluster);
  }

  readonly settings = (): ConnectionSettings => {
    const cluster = this.#cluster;
    if (!cluster) throw new Error('The embedded database is not open. Call database.start() before the first query.');
    return { user: 'postgres', database: 'postgres', ssl: false, stream: () => new ClusterStream(cluster) };
  };

  #openInMemory(): Promise<Cluster> {
    const { snapshot } = this.#config;
    return snapshot === undefined ? openCluster(undefined) : openOrTakeSnapshot(snapshot);
  }

  #leave(cluster: Cluster): Promise<void> {
    const { snapshot } = this.#config;
    return snapshot === undefined ? cluster.close() : leaveSnapshot(snapshot, cluster);
  }

  async #openFolder(dataDir: string): Promise<Cluster> {
    this.#folder = await openOrTakeFolder(dataDir);
    return this.#folder.cluster;
  }

  #assertAllowed(): void {
    if (workerNumber() !== undefined) throw new Error(notForWorkers);
    if (this.#environment !== 'production' || this.#config.allowEmbeddedInProduction) return;
    throw new Error(`${embeddedRefusal.message} ${embeddedRefusal.fix}`);
  }
}

import { resolve } from 'node:path';
import { workerNumber } from '../../../hosting/internals.ts';
import type { ConnectionSettings, Source } from '../connections/connection_settings.ts';
import { IN_MEMORY, type DatabaseConfig, type Environment, type Logger } from '../config.ts';
import type { Cluster } from './cluster.mjs';
import { embeddedRefusal } from '../safety_rules.ts';
import { ClusterStream } from './cluster_stream.ts';
import { clusters } from './clusters.ts';
import { openOrTakeFolder } from './preloaded_folder.ts';
import { holdsCluster, type OpenedFolder } from './opened_folder.ts';
import { keepSnapshot } from './snapshot.mjs';

const notForWorkers =
  'Several workers need a shared database, and the embedded one belongs to one process. ' +
  'Set DATABASE_URL to a PostgreSQL, or start one worker (WORKERS=1).';

/** Loggers that have received the warning of `open`: a start repeated without a failed plugin must not warn again. */
const warned = new WeakSet<Logger>();

/** PostgreSQL inside this process. Has one connection, and may lose data when the power fails. */
export class EmbeddedDatabase implements Source {
  /** Always one connection, because the engine has only one session. */
  readonly pool = { min: 1, max: 1 };
  #cluster: Cluster | undefined;
  #folder: OpenedFolder | undefined;

  constructor(
    private readonly config: DatabaseConfig,
    private readonly logger: Logger,
    private readonly environment: Environment,
  ) {}

  /**
   * Opens the cluster unless it is open, and logs a warning, once for each logger.
   * @throws Error when the database is not allowed (production, worker process), is in use, or cannot be opened
   */
  async open(): Promise<void> {
    if (this.#cluster) return;
    this.#assertAllowed();
    const { dataDir, snapshot } = this.config;
    const isInMemory = dataDir === IN_MEMORY;
    this.#cluster = await (isInMemory ? clusters.open(snapshot) : this.#openFolder(resolve(dataDir)));
    const risk = isInMemory ? 'its data ends with the process' : 'a power failure may lose data';
    if (warned.has(this.logger)) return;
    warned.add(this.logger);
    this.logger.warn(
      { dataDir },
      `The embedded database ${isInMemory ? 'in memory' : `in ${resolve(dataDir)}`} is for evaluation in one process: ${risk}. Set DATABASE_URL to a PostgreSQL server to keep data`,
    );
  }

  /** Whether `open` would create a database in a folder. */
  get isMissing(): boolean {
    const { dataDir } = this.config;
    return dataDir !== IN_MEMORY && !holdsCluster(resolve(dataDir));
  }

  /** @throws Error when `open` would create a database in a folder, or the database is not allowed */
  assertCreated(): void {
    this.#assertAllowed();
    if (!this.isMissing) return;
    throw new Error(
      `There is no embedded database in ${resolve(this.config.dataDir)}, and this command creates none; ` +
        'set DATA_DIR or DATABASE_URL to the value that the server uses, or create a database with npm start.',
    );
  }

  /** Writes the content to a file for the setting `snapshot`. @throws Error for a closed database or one in a folder */
  async keep(file: string): Promise<void> {
    if (this.config.dataDir !== IN_MEMORY || !this.#cluster?.dump)
      throw new Error(
        'keep() saves only an open embedded database in memory; set "dataDir" to "memory", and call keep() after kernel.start().',
      );
    await keepSnapshot(file, await this.#cluster.dump());
  }

  async close(): Promise<void> {
    const [folder, cluster] = [this.#folder, this.#cluster];
    this.#folder = this.#cluster = undefined;
    if (folder) await folder.close();
    else if (cluster) await clusters.close(cluster, this.config.snapshot);
  }

  readonly settings = (): ConnectionSettings => {
    const cluster = this.#cluster;
    if (!cluster)
      throw new Error(
        'The embedded database is not open. Query it in start(), ready() or an operation, not in a constructor; ' +
          'a script first calls kernel.start().',
      );
    return { user: 'postgres', database: 'postgres', ssl: false, stream: () => new ClusterStream(cluster) };
  };

  async #openFolder(dataDir: string): Promise<Cluster> {
    this.#folder = await openOrTakeFolder(dataDir);
    return this.#folder.cluster;
  }

  #assertAllowed(): void {
    if (workerNumber() !== undefined) throw new Error(notForWorkers);
    if (this.environment !== 'production' || this.config.allowEmbeddedInProduction) return;
    throw new Error(`${embeddedRefusal.message} ${embeddedRefusal.fix}`);
  }
}

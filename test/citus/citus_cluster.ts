import { randomBytes } from 'node:crypto';
import pg from 'pg';

interface Node {
  readonly host: string;
  readonly port: number;
  readonly isCoordinator: boolean;
}

/** A database of its own on all nodes of the cluster that TEST_CITUS_URL names. */
export class CitusCluster {
  readonly #name = `lectern_citus_${randomBytes(4).toString('hex')}`;
  readonly #beside: string;
  #nodes: readonly Node[] = [];

  private constructor(beside: string) {
    this.#beside = beside;
  }

  /** @throws Error without TEST_CITUS_URL: a database of the coordinator in which all nodes are registered */
  static async make(): Promise<CitusCluster> {
    const { TEST_CITUS_URL: beside } = process.env;
    if (!beside) throw new Error('Set TEST_CITUS_URL to a database whose Citus has a coordinator and workers.');
    const cluster = new CitusCluster(beside);
    await cluster.#create();
    return cluster;
  }

  get url(): string {
    return this.#urlOf(undefined, this.#name);
  }

  /** Runs a statement in the database, on the coordinator. */
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    return run<Row>(this.url, sql);
  }

  async drop(): Promise<void> {
    for (const node of this.#nodes) await run(this.#urlOf(node), `drop database ${this.#name} with (force)`);
  }

  async #create(): Promise<void> {
    this.#nodes = await run<pg.QueryResultRow & Node>(
      this.#beside,
      `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node order by groupid`,
    );
    for (const node of this.#nodes) {
      await run(this.#urlOf(node), `create database ${this.#name}`);
      await run(this.#urlOf(node, this.#name), 'create extension citus');
    }
    for (const { host, port, isCoordinator } of this.#nodes)
      await this.query(`select ${isCoordinator ? 'citus_set_coordinator_host' : 'citus_add_node'}('${host}', ${port})`);
  }

  #urlOf(node?: Node, database?: string): string {
    const url = new URL(this.#beside);
    if (node) url.host = `${node.host}:${node.port}`;
    if (database !== undefined) url.pathname = `/${database}`;
    return url.href;
  }
}

async function run<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

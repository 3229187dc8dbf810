import { reasonOf, type Kernel, type MigrationFile, type ModuleMigrations } from '../../../hosting/internals.ts';
import type { Knex } from 'knex';
import { parse } from 'libpg-query';
import { Database } from '../database.ts';
import { Migrations } from './migrations.ts';
import type { CompatibilityFinding, Surroundings } from './review/finding.ts';
import { checkStatement } from './review/compatibility.ts';
import { moduleNamed, knownModules } from './known_modules.ts';
import { readDatabaseFacts, type DatabaseFacts } from './database_facts.ts';
import { stepsOf, type MigrationSteps } from './migration_steps.ts';
import type { Node } from './review/sql_nodes.ts';

export interface PlannedStatement {
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly findings: readonly (CompatibilityFinding & {
    /** Estimated number of rows of the table. */ readonly rows?: number;
  })[];
}

export interface PlannedMigration {
  readonly module: string;
  readonly migration: string;
  readonly file: string;
  /** Text that the file exports as `contract`: why the migration may break servers of the previous version. */
  readonly contract: string | undefined;
  readonly statements: readonly PlannedStatement[];
  /** Reason why the migration cannot be applied. */
  readonly failure?: string;
}

type RecordedStatement = { readonly sql: string; readonly values: readonly unknown[] };

/**
 * Plans pending migrations without writing to the database. The applied migrations create empty tables in an embedded
 * database in memory; then the pending migrations run on these tables.
 * @throws Error when applied migrations were changed or are missing, or no active module has the name `only`
 */
export async function planUp(kernel: Kernel, only: string | undefined): Promise<PlannedMigration[]> {
  const modules = (await knownModules(kernel, [])).filter(({ state }) => state === 'active');
  if (only !== undefined) moduleNamed(modules, only);
  const facts = await readDatabaseFacts(kernel);
  const { databaseConfig } = kernel.services;
  const inMemory = { ...databaseConfig, dataDir: 'memory', allowEmbeddedInProduction: true };
  delete inMemory.url;
  delete inMemory.snapshot;
  const logger = { info() {}, warn() {}, error() {} };
  const copy = new Database({ databaseConfig: inMemory, logger, environment: 'test' });
  try {
    await copy.start();
    const dryRun = new DryRun(copy, new Migrations({ database: copy, logger }), facts);
    for (const { migrations } of modules) await dryRun.makeApplied(migrations);
    const around = await dryRun.surroundings();
    const planned: PlannedMigration[] = [];
    for (const { migrations } of modules) planned.push(...(await dryRun.runPending(migrations, around)));
    return planned.filter(({ module }) => only === undefined || module === only);
  } finally {
    await copy.stop();
  }
}

/** Runs migrations on an empty copy of the database, in memory, and classifies their statements. */
class DryRun {
  constructor(
    private readonly copy: Database,
    private readonly migrations: Migrations,
    private readonly facts: DatabaseFacts,
  ) {}

  async makeApplied(of: ModuleMigrations): Promise<void> {
    await this.migrations.exclusively(() => this.migrations.up({ ...of, files: of.files.filter(this.#isApplied(of)) }));
  }

  async surroundings(): Promise<Surroundings> {
    const { rows } = await this.copy.raw<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm')`,
    );
    const { rows: unique } = await this.copy.raw<{ name: string }>(
      `select attrelid::regclass || '.' || attname as name from pg_index
       join pg_attribute on attrelid = indrelid and attnum = indkey[0]
       where indisunique and indnkeyatts = 1 and indpred is null and attnum > 0
         and indrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)`,
    );
    return {
      old: new Set(rows.map(({ name }) => name)),
      indices: this.facts.indices,
      unique: new Set(unique.map(({ name }) => name)),
      seen: new Set(),
    };
  }

  async runPending(of: ModuleMigrations, around: Surroundings): Promise<PlannedMigration[]> {
    const planned: PlannedMigration[] = [];
    const isApplied = this.#isApplied(of);
    for (const file of of.files.filter((one) => !isApplied(one))) {
      const run = await this.#run(of, file);
      const statements = await Promise.all(run.recorded.map((one) => this.#checked(one, around)));
      const { name: migration, file: path } = file;
      const failure = run.failure === undefined ? {} : { failure: run.failure };
      planned.push({
        module: of.module,
        migration,
        file: path,
        contract: run.contract,
        statements: statements.flat(),
        ...failure,
      });
      if (run.failure !== undefined) break;
    }
    return planned;
  }

  #isApplied({ module }: ModuleMigrations): (file: MigrationFile) => boolean {
    return ({ name }) => this.facts.applied.has(`${module} ${name}`);
  }

  async #run(of: ModuleMigrations, file: MigrationFile) {
    const recorded: RecordedStatement[] = [];
    let contract: string | undefined;
    const load = async (): Promise<MigrationSteps> => {
      const loaded = await stepsOf(file);
      contract = loaded.contract;
      return { up: (knex) => recordingStatements(knex, recorded, () => loaded.up(knex)) };
    };
    const files = of.files.slice(0, of.files.indexOf(file)).concat({ ...file, load });
    const failure = await this.migrations.up({ ...of, files }).then(
      () => undefined,
      (error: unknown) => reasonOf(error),
    );
    return { recorded, contract, failure };
  }

  async #checked({ sql, values }: RecordedStatement, around: Surroundings): Promise<PlannedStatement[]> {
    const parts = await statementsIn(sql);
    return parts.map((part) => ({
      sql: part.sql,
      values,
      findings: part.node ? checkStatement(part.node, around).map((one) => this.#withRows(one)) : [unreadable],
    }));
  }

  #withRows(finding: CompatibilityFinding): CompatibilityFinding & { readonly rows?: number } {
    const rows = this.facts.rows[finding.table];
    return rows === undefined ? finding : { ...finding, rows };
  }
}

const unreadable: CompatibilityFinding = { kind: 'look', table: '', what: 'the checks cannot read this statement' };

/** Runs `work` and adds the statements that it sends to `recorded`, except those that fail: they have no effect. */
async function recordingStatements(
  knex: Knex,
  recorded: RecordedStatement[],
  work: () => Promise<void>,
): Promise<void> {
  const hear = ({ sql, bindings }: { sql: string; bindings?: readonly unknown[] }) => {
    recorded.push({ sql, values: bindings ?? [] });
  };
  const forget = (_error: unknown, { sql }: { sql: string }) => {
    recorded.splice(
      recorded.findLastIndex((one) => one.sql === sql),
      1,
    );
  };
  knex.on('query', hear);
  knex.on('query-error', forget);
  try {
    await work();
  } finally {
    knex.off('query', hear);
    knex.off('query-error', forget);
  }
}

interface Statement {
  readonly sql: string;
  readonly node: Node | undefined;
}

/** Splits a text into statements; the parser reports positions in bytes. */
async function statementsIn(text: string): Promise<Statement[]> {
  try {
    const { stmts = [] } = (await parse(text)) as Parsed;
    const bytes = Buffer.from(text);
    return stmts.map(({ stmt, stmt_location: at = 0, stmt_len: length }) => ({
      sql: bytes
        .subarray(at, length === undefined ? undefined : at + length)
        .toString()
        .trim(),
      node: stmt,
    }));
  } catch {
    return [{ sql: text.trim(), node: undefined }];
  }
}

interface Parsed {
  readonly stmts?: readonly { readonly stmt: Node; readonly stmt_location?: number; readonly stmt_len?: number }[];
}

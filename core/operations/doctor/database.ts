import { reasonOf, type Kernel } from '../../hosting/internals.ts';
import { migrationFailures, migrationLines, type MigrationLine } from '../../infrastructure/database/index.ts';
import { note, problem, warning, type DoctorFinding } from './finding.ts';

const MIN_POSTGRES_VERSION = 12;

/** Findings of the database, and whether services can start on it. */
export interface DatabaseFindings {
  readonly findings: readonly DoctorFinding[];
  readonly ready: boolean;
}

/** Checks the database: its answer and version, migrations, tables of removed modules, and read replicas. */
export async function examineDatabase(kernel: Kernel): Promise<DatabaseFindings> {
  const { database } = kernel.services;
  try {
    database.assertCreated();
    await database.start();
  } catch (error) {
    return { findings: [away(reasonOf(error))], ready: false };
  }
  return examineOpenDatabase(kernel);
}

/** Performs the checks of `examineDatabase` on a database that has been started. */
export async function examineOpenDatabase(kernel: Kernel): Promise<DatabaseFindings> {
  try {
    const lines = await migrationLines(kernel, undefined);
    const ofMigrations = [...migrations(lines), ...(await failing(kernel, lines))];
    const findings = [...(await version(kernel)), ...ofMigrations, ...(await orphans(kernel, lines))];
    // Starting services applies pending migrations, but the doctor must not change anything.
    const ready = lines.every(({ state, moduleState }) => moduleState !== 'active' || state === 'applied');
    return { findings: [...findings, ...(ready ? await replicas(kernel) : [])], ready };
  } catch (error) {
    return { findings: [problem('database', reasonOf(error))], ready: false };
  }
}

/** Whether a reason says that another process, such as the server, has opened the embedded database. */
export function isInUse(reason: string): boolean {
  return reason.includes(' is in use by process ');
}

/** Finding for a database that cannot be opened. An embedded one that is in use is only a warning. */
function away(reason: string): DoctorFinding {
  if (isInUse(reason)) return warning('database', reason, 'Stop the server while the doctor runs.');
  if (reason.startsWith('There is no embedded database in '))
    return problem('database', reason.replace(/; .*/, ''), 'Create it with npm start, or correct DATA_DIR.');
  if (reason.includes('no PostgreSQL user name specified'))
    return problem('database', reason, 'Name a user in DATABASE_URL: postgres://user@host:5432/database');
  return problem('database', reason, 'Start the database, or correct DATABASE_URL or DATA_DIR.');
}

async function version({ services: { database } }: Kernel): Promise<DoctorFinding[]> {
  const { rows } = await database.raw<{ number: string }>("select current_setting('server_version') as number");
  const number = rows[0]?.number ?? '';
  const kind = database.engine === 'embedded' ? 'Embedded PostgreSQL' : 'PostgreSQL';
  if (Number.parseInt(number, 10) < MIN_POSTGRES_VERSION)
    return [
      problem('database', `${kind} ${number} is too old.`, `Install PostgreSQL ${MIN_POSTGRES_VERSION} or newer.`),
    ];
  return [note('database', `${kind} ${number} answers.`)];
}

/** State of the read replicas; without them the installation works, but more slowly. */
async function replicas({ services: { database } }: Kernel): Promise<DoctorFinding[]> {
  const states = (await database.replicas?.examine()) ?? [];
  return states.map(({ server, state, reason, lag }) => {
    const what = `The read replica ${server} is ${state}`;
    if (state === 'in use') return note('database', `${what}, at most ${lag} s behind.`);
    return warning(
      'database',
      `${what}: ${reason}.`,
      'Check its server and its replication, or remove it from DATABASE_REPLICA_URLS.',
    );
  });
}

function migrations(lines: readonly MigrationLine[]): DoctorFinding[] {
  const here = lines.filter(({ moduleState }) => moduleState !== 'gone');
  const named = (state: MigrationLine['state']) => here.filter((line) => line.state === state);
  const pending = named('pending').filter(({ moduleState }) => moduleState === 'active');
  const overtaken = pending.filter((line) => isOvertaken(line, lines));
  const wrong = (found: readonly MigrationLine[], what: string, fix: string) =>
    found.map((line) => problem('migrations', `${nameOf(line)} ${what}.`, fix));
  return [
    ...wrong(named('changed'), 'was changed after it was applied', 'Undo the change and write a new migration.'),
    ...wrong(
      named('missing'),
      'was applied, but its file is missing',
      'Restore the file in migrations/ of the module.',
    ),
    ...wrong(overtaken, 'comes before a migration that is applied already', 'Rename its file so that it comes last.'),
    ...(pending.length > 0 ? [pendingMigrations(pending)] : []),
  ];
}

/** Findings on pending migrations that no start can apply. */
async function failing(kernel: Kernel, lines: readonly MigrationLine[]): Promise<DoctorFinding[]> {
  const failures = await migrationFailures(kernel, lines).catch(() => new Map<string, string>());
  return [...failures.values()].map((failure) =>
    problem('migrations', failure, 'Correct the file. Nothing of this migration has been applied.'),
  );
}

function pendingMigrations(lines: readonly MigrationLine[]): DoctorFinding {
  const fix = 'The next start applies them. To apply them earlier: lectern migrate up';
  return { ...warning('migrations', `Pending migrations: ${lines.length}.`, fix), details: lines.map(nameOf) };
}

function isOvertaken({ module, migration }: MigrationLine, lines: readonly MigrationLine[]): boolean {
  return lines.some((line) => line.module === module && line.state !== 'pending' && line.migration > migration);
}

function nameOf({ module, migration }: MigrationLine): string {
  return `${migration} of ${module}`;
}

/** Data of modules whose folder is missing. */
async function orphans({ services }: Kernel, lines: readonly MigrationLine[]): Promise<DoctorFinding[]> {
  const gone = [...new Set(lines.filter(({ moduleState }) => moduleState === 'gone').map(({ module }) => module))];
  const tables = await services.migrations.tablesOf();
  return gone.map((module) => {
    const own = tables.filter((table) => table.module === module).map(({ name }) => name);
    const what = own.length > 0 ? 'its tables remain' : 'records of its migrations remain, but no tables';
    const fix = `Put its folder back, or export and remove its data, in the console or with: lectern plugin purge ${module}`;
    return { ...warning(`plugin ${module}`, `This plugin is not installed any more; ${what}.`, fix), details: own };
  });
}

import { hasSameCode, partChanges, type Relation } from '../../infrastructure/database/index.ts';
import type { Snapshot } from './dry_run.ts';
import type { Intent } from './intent.ts';

/** An added or changed table or view. */
interface TableChange {
  readonly name: string;
  readonly kind: string;
  /** All columns of an added table; added, removed and redefined columns of a changed table. */
  readonly columns: readonly string[];
}

/** Compares the tables that the migrations of two installations create in an empty database. */
export function tableChanges(before: Compared, after: Compared) {
  const isTable = ([, { kind }]: readonly [string, Relation]) => kind !== 'sequence';
  const relationsOf = ({ catalogue = {} }: Compared): Relations => new Map(Object.entries(catalogue).filter(isTable));
  const [was, is] = [relationsOf(before), relationsOf(after)];
  const missing = [...was.keys()].filter((name) => !is.has(name));
  const running = new Set(after.modules.map(({ name }) => name));
  const isDropped = (table: string) => before.tables.some(({ name, module }) => name === table && running.has(module));
  return {
    added: [...is]
      .filter(([name]) => !was.has(name))
      .map(([name, { kind, columns }]): TableChange => ({ name, kind, columns: columnsOf(columns) })),
    changed: [...is].flatMap(([name, now]) => changed(name, was.get(name), now)),
    /** Tables and views that are missing although their module stays. */
    dropped: missing.filter(isDropped),
    /** Tables and views without their module. They stay in the database with all rows. */
    left: missing.filter((name) => !isDropped(name)),
  };
}

type Compared = Pick<Snapshot, 'catalogue' | 'modules' | 'tables'>;
type Relations = ReadonlyMap<string, Relation>;
type Columns = Relation['columns'];

function columnsOf(columns: Columns): string[] {
  return Object.entries(columns)
    .map(([name, definition]) => `${name} ${definition}`)
    .sort();
}

function changed(name: string, was: Relation | undefined, now: Relation): TableChange[] {
  const changes = was ? partChanges(was, now).filter(({ kind }) => kind === 'column') : [];
  return changes.length > 0 ? [{ name, kind: now.kind, columns: changes.map(columnChange) }] : [];
}

function columnChange({ name, was, is }: ReturnType<typeof partChanges>[number]): string {
  if (was === undefined) return `+ ${name} ${is ?? ''}`;
  return is === undefined ? `- ${name}` : `${name} was ${was}, is ${is}`;
}

/** Problems of installed migrations that an update edits or removes. The start refuses both for applied migrations. */
export function migrationProblems({ name, action }: Intent, before: Snapshot, after: Snapshot): string[] {
  if (action !== 'update') return [];
  const [installed, coming] = [before, after].map(
    ({ modules }) => modules.find((one) => one.name === name)?.migrations.files,
  );
  if (!installed || !coming) return [];
  return installed.flatMap((file) => {
    const now = coming.find((one) => one.name === file.name);
    if (now && hasSameCode(file, now)) return [];
    const what = now ? 'was edited' : 'is left out';
    return [
      `the migration ${file.name} ${what}, though it may have been applied; keep the installed file, and write a new migration`,
    ];
  });
}

import type { CompatibilityFinding, Surroundings } from './finding.ts';
import { checkAlterTable } from './alter_compatibility.ts';
import { columnsIn, listOf, nodeOf, nodeText, type Node } from './sql_nodes.ts';

const beforehand =
  'Create the index by hand beforehand with `create index concurrently`, under the same name, and write `if not exists` here. PostgreSQL refuses `concurrently` in a transaction, and a migration runs in one.';
const later =
  'Move the statement to the next release, when all servers run this version, and declare it with `export const contract`.';

/** Classifies one statement by its effect on servers of the previous version. */
export function checkStatement(statement: Node, around: Surroundings): CompatibilityFinding[] {
  const [kind, node] = Object.entries(statement)[0] as [string, Node];
  const checked = checks[kind]?.(node, around);
  return checked ?? [{ kind: 'look', table: '', what: `the checks do not know this kind of statement (${kind})` }];
}

const checks: Readonly<Record<string, (node: Node, around: Surroundings) => CompatibilityFinding[]>> = {
  SelectStmt: () => [],
  CommentStmt: () => [],
  CreateStmt: (node) => [{ kind: 'expand', table: tableOf(node), what: 'creates a table' }],
  CreateTableAsStmt: () => [{ kind: 'expand', table: '', what: 'creates a table' }],
  CreateSeqStmt: () => [{ kind: 'expand', table: '', what: 'creates a sequence' }],
  ViewStmt: (node) => [{ kind: 'expand', table: nodeText(nodeOf(node, 'view'), 'relname'), what: 'creates a view' }],
  AlterTableStmt: onOld((node, around) => checkAlterTable(tableOf(node), listOf(node, 'cmds'), around)),
  IndexStmt: onOld(checkIndex),
  RenameStmt: onOld(checkRename),
  DropStmt: checkDrop,
  RuleStmt: onOld((node) => [
    { kind: 'breaks', table: tableOf(node), what: 'a rule changes the effect of reads or writes', fix: later },
  ]),
  InsertStmt: (node) => [{ kind: 'data', table: tableOf(node), what: 'adds rows' }],
  UpdateStmt: onOld((node) => checkRows(node, 'changes')),
  DeleteStmt: onOld((node) => checkRows(node, 'removes')),
  TruncateStmt: (node, { old }) =>
    listOf(node, 'relations')
      .map((one) => nodeText(nodeOf(one, 'RangeVar'), 'relname'))
      .filter((table) => old.has(table))
      .map((table) => ({ kind: 'breaks', table, what: 'removes all rows', fix: later })),
};

function tableOf(node: Node): string {
  return nodeText(nodeOf(node, 'relation'), 'relname');
}

/** Reports statements on tables of the planned migrations as `expand`: the previous version does not use them. */
function onOld(checked: (node: Node, around: Surroundings) => CompatibilityFinding[]) {
  return (node: Node, around: Surroundings): CompatibilityFinding[] => {
    const table = tableOf(node);
    if (table === '' || around.old.has(table)) return checked(node, around);
    return [{ kind: 'expand', table, what: 'the table is new' }];
  };
}

function checkIndex(node: Node, { indices, seen, unique }: Surroundings): CompatibilityFinding[] {
  const [table, name] = [tableOf(node), nodeText(node, 'idxname')];
  if (node['if_not_exists'] === true && indices.has(name))
    return [{ kind: 'expand', table, what: `the index ${name} exists already` }];
  const locks: CompatibilityFinding = {
    kind: 'locks',
    table,
    what: 'writes wait while the index is built',
    fix: beforehand,
  };
  // A new column has no values yet, and values with a unique column among them are unique already.
  const isFree = (column: string) => [seen, unique].some((columns) => columns.has(`${table}.${column}`));
  const isNarrow = node['unique'] === true && !columnsIn(node).some(isFree);
  if (!isNarrow) return [locks];
  return [
    { kind: 'breaks', table, what: 'the previous version may write duplicates of the now unique values', fix: later },
    locks,
  ];
}

function checkRename(node: Node): CompatibilityFinding[] {
  const [table, what, name] = [tableOf(node), nodeText(node, 'renameType'), nodeText(node, 'subname')];
  if (['OBJECT_TABCONSTRAINT', 'OBJECT_INDEX', 'OBJECT_SEQUENCE'].includes(what))
    return [{ kind: 'expand', table, what: 'renames an object that queries do not name' }];
  const column = what === 'OBJECT_COLUMN' ? `the column ${name}` : 'the table';
  const fix =
    'Add the new one beside the old one, write both, copy the rows, and read the new one. Drop the old one in the next release.';
  return [{ kind: 'breaks', table, what: `renames ${column}, which the previous version uses`, fix }];
}

function checkDrop(node: Node, { old }: Surroundings): CompatibilityFinding[] {
  const kind = nodeText(node, 'removeType');
  const names = listOf(node, 'objects').map(unqualifiedName);
  if (kind === 'OBJECT_INDEX')
    return names.map((name) => ({
      kind: 'look',
      table: '',
      what: `drops the index ${name}; queries of the previous version may need it`,
    }));
  if (!['OBJECT_TABLE', 'OBJECT_VIEW', 'OBJECT_MATVIEW'].includes(kind))
    return [{ kind: 'look', table: '', what: `drops ${names.join(', ')}` }];
  return names.map((table) =>
    old.has(table)
      ? { kind: 'breaks', table, what: 'drops an object that the previous version uses', fix: later }
      : { kind: 'expand', table, what: 'drops an object created by the same plan' },
  );
}

/** Name of a dropped object without its schema. */
function unqualifiedName(object: Node): string {
  const parts = listOf(nodeOf(object, 'List'), 'items');
  return nodeText(nodeOf(parts.at(-1) ?? {}, 'String'), 'sval');
}

function checkRows(node: Node, verb: string): CompatibilityFinding[] {
  const table = tableOf(node);
  const data: CompatibilityFinding = { kind: 'data', table, what: `${verb} rows` };
  if (node['whereClause'] !== undefined) return [data];
  const fix = 'Change a large table in parts, by a job of the new version.';
  return [
    data,
    { kind: 'locks', table, what: `${verb} every row, which other transactions cannot change meanwhile`, fix },
  ];
}

import type { CompatibilityFinding, Surroundings } from './finding.ts';
import { columnsIn, listOf, nodeOf, nodesIn, nodeText, type Node } from './sql_nodes.ts';

type PartFinding = Omit<CompatibilityFinding, 'table'>;

/** An action of `alter table`, and its table. */
interface Part {
  readonly table: string;
  readonly node: Node;
  readonly around: Surroundings;
}

const later =
  'Move the statement to the next release, when all servers run this version, and declare it with `export const contract`.';
const twoSteps =
  'Add a check constraint `not valid`, and run `validate constraint` in a separate migration. In the next release, `set not null` then needs no scan of the table.';
const notValid =
  'Add the constraint `not valid`, and run `validate constraint` in a separate migration, which does not block.';

/** Classifies the actions of an `alter table` on a table that the previous version uses. */
export function checkAlterTable(
  table: string,
  commands: readonly Node[],
  around: Surroundings,
): CompatibilityFinding[] {
  return commands.flatMap((one) => {
    const node = nodeOf(one, 'AlterTableCmd');
    const kind = nodeText(node, 'subtype');
    const checked = checks[kind]?.({ table, node, around }) ?? [
      { kind: 'look' as const, what: `the checks do not know this change (${kind})` },
    ];
    return checked.map((finding) => ({ table, ...finding }));
  });
}

const checks: Readonly<Record<string, (part: Part) => PartFinding[]>> = {
  AT_AddColumn: addColumn,
  AT_AddConstraint: addConstraint,
  AT_DropColumn: ({ table, node, around }) => [
    around.seen.has(`${table}.${nodeText(node, 'name')}`)
      ? expand('drops an object added by the same plan')
      : breaks(`it uses the column ${nodeText(node, 'name')}, which is dropped`, later),
  ],
  AT_AlterColumnType: ({ node }) => [
    breaks(
      `the type of ${nodeText(node, 'name')} changes`,
      'Add a column of the new type beside it, write both, copy, and drop the old one a release later.',
    ),
    locks('the whole table is rewritten, and reads wait meanwhile'),
  ],
  AT_SetNotNull: ({ table, node, around }) => {
    const name = nodeText(node, 'name');
    if (around.seen.has(`${table}.${name} filled`))
      return [locks('the whole table is read, and all statements on it wait meanwhile', twoSteps)];
    return [
      breaks(`it may leave ${name} null, which is no longer allowed`, twoSteps),
      locks('the whole table is read, and all statements on it wait meanwhile', twoSteps),
    ];
  },
  AT_DropNotNull: ({ node }) => [
    expand(`${nodeText(node, 'name')} may be null; the previous version has to handle that`),
  ],
  AT_ColumnDefault: ({ node }) =>
    node['def'] === undefined
      ? [breaks(`${nodeText(node, 'name')} loses its default, on which it may rely`, later)]
      : [expand('sets a default for new rows')],
  AT_DropConstraint: ({ table, node, around }) => {
    around.seen.add(`${table} ${nodeText(node, 'name')}`);
    return [expand('drops a constraint: more values are allowed')];
  },
  AT_ValidateConstraint: () => [expand('reads the table without blocking')],
};

const expand = (what: string): PartFinding => ({ kind: 'expand', what });
const breaks = (what: string, fix: string): PartFinding => ({
  kind: 'breaks',
  what: `the previous version fails: ${what}`,
  fix,
});
const locks = (what: string, fix?: string): PartFinding => ({ kind: 'locks', what, ...(fix !== undefined && { fix }) });

function addColumn({ table, node, around }: Part): PartFinding[] {
  const column = nodeOf(nodeOf(node, 'def'), 'ColumnDef');
  const name = nodeText(column, 'colname');
  const constraints = listOf(column, 'constraints').map((one) => nodeOf(one, 'Constraint'));
  const of = (kind: string) => constraints.find((one) => nodeText(one, 'contype') === kind);
  const filled = of('CONSTR_DEFAULT') ?? of('CONSTR_IDENTITY') ?? of('CONSTR_GENERATED');
  around.seen.add(`${table}.${name}`);
  if (filled) around.seen.add(`${table}.${name} filled`);
  const findings: PartFinding[] = [];
  if (of('CONSTR_NOTNULL') && !filled)
    findings.push(
      breaks(`it does not fill ${name}, which must not be null`, 'Give the column a default, or let it be null.'),
    );
  if (isRewrite(column, filled))
    findings.push(
      locks(
        'the whole table is rewritten, and reads wait meanwhile',
        'Add the column without a default, fill it in parts, and set a constant default.',
      ),
    );
  if (of('CONSTR_UNIQUE') ?? of('CONSTR_PRIMARY'))
    findings.push(
      locks(
        'an index is built, and all statements on the table wait meanwhile',
        'Add the column alone, and create the index in a migration of its own.',
      ),
    );
  return findings.length > 0 ? findings : [expand(`adds the column ${name}`)];
}

const steady = new Set(['now', 'transaction_timestamp', 'current_timestamp', 'lower', 'upper', 'to_timestamp']);

/** Whether the table is rewritten: for a serial, identity or generated column, or a default that may be volatile. */
function isRewrite(column: Node, filled: Node | undefined): boolean {
  const type = listOf(nodeOf(column, 'typeName'), 'names').map((one) => nodeText(nodeOf(one, 'String'), 'sval'));
  if (type.some((name) => /^(small|big)?serial$/.test(name))) return true;
  if (!filled) return false;
  if (nodeText(filled, 'contype') !== 'CONSTR_DEFAULT') return true;
  const called = nodesIn(filled, 'FuncCall').map((one) =>
    nodeText(nodeOf(listOf(one, 'funcname').at(-1) ?? {}, 'String'), 'sval'),
  );
  return called.some((name) => !steady.has(name));
}

function addConstraint({ table, node, around }: Part): PartFinding[] {
  const constraint = nodeOf(nodeOf(node, 'def'), 'Constraint');
  const isIndex = ['CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_EXCLUSION'].includes(nodeText(constraint, 'contype'));
  const findings = narrowing({ table, node: constraint, around });
  if (isIndex && constraint['indexname'] === undefined)
    findings.push(
      locks(
        'an index is built, and all statements on the table wait meanwhile',
        'Build a unique index beforehand with `create unique index concurrently`, and add the constraint `using index`.',
      ),
    );
  if (!isIndex && constraint['skip_validation'] !== true)
    findings.push(locks('the whole table is read, and writes wait meanwhile', notValid));
  return findings.length > 0 ? findings : [expand('adds a constraint on new columns')];
}

/**
 * Classifies the effect of a constraint on writes of the previous version. A constraint on new columns cannot reject
 * such writes.
 */
function narrowing({ table, node, around: { seen } }: Part): PartFinding[] {
  const columns = columnsIn(node);
  if (columns.length > 0 && columns.every((name) => seen.has(`${table}.${name}`))) return [];
  const name = nodeText(node, 'conname');
  if (seen.has(`${table} ${name}`))
    return [
      {
        kind: 'look',
        what: `the constraint ${name} is replaced; make sure that the new one allows what the previous version writes`,
      },
    ];
  return [breaks('it may write what the constraint forbids', later)];
}

import { anyOf, lastOf, ofKind, type PortabilityRule, type SqlNode } from './rule.ts';
import { nodesOf } from './sql_nodes.ts';

const hidden = ['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid'];
const methods = [undefined, '', 'btree', 'gin'];

/** Tables, constraints and indices, and operations on whole tables. */
export const tableRules: readonly PortabilityRule[] = [
  {
    name: 'deferrable-constraints',
    why: 'CockroachDB has none, YugabyteDB has them for foreign keys alone',
    fix: 'order the statements so that each leaves the rows right, or change all rows in one statement',
    breaks: anyOf(ofKind('ConstraintsSetStmt'), isDeferrable),
    words: /(?<!\bnot\s)\bdeferrable\b|\binitially\s+deferred\b|^\s*set\s+constraints\b/i,
  },
  {
    name: 'exclusion-constraints',
    why: 'CockroachDB and YugabyteDB have none, Citus wants the distribution column in them',
    fix: 'find a key that is equal exactly when two rows exclude each other, and make it unique',
    breaks: ({ kind, fields }) => kind === 'Constraint' && fields['contype'] === 'CONSTR_EXCLUSION',
    words: /\bexclude\s+(using\b|\()/i,
  },
  {
    name: 'index-methods',
    why: 'only trees and inverted indices (gin) are found everywhere',
    fix: 'use the index that comes without USING, or gin for arrays and jsonb',
    breaks: ({ kind, fields }) => kind === 'IndexStmt' && !methods.includes(fields['accessMethod'] as string),
    words: /\busing\s+(gist|spgist|brin|hash)\b/i,
  },
  {
    name: 'inherited-tables',
    why: 'distributed engines lack inheritance, and each has its own syntax of partitions',
    fix: 'use one plain table; the operator of the engine distributes it',
    breaks: ({ kind, fields }) => kind === 'CreateStmt' && (hasAny(fields['inhRelations']) || 'partspec' in fields),
    words: /\binherits\s*\(|\bpartition\s+(by|of)\b(?=[^()]*\()/i,
  },
  {
    name: 'unlogged-tables',
    why: 'they are empty after a crash and on every standby',
    fix: 'create a plain table, or store the rows in Redis',
    breaks: ({ fields }) => fields['relpersistence'] === 'u',
    words: /\bunlogged\b/i,
  },
  {
    name: 'truncate',
    why: 'it blocks all readers and writers, ignores snapshots of open transactions, and is DDL on some engines',
    fix: 'delete the rows, some at a time where there are many',
    breaks: ofKind('TruncateStmt'),
    words: /^\s*truncate\s+(table\s+)?\w/i,
  },
  {
    name: 'table-locks',
    why: 'CockroachDB has no LOCK TABLE, and on several nodes it stops all of them',
    fix: 'lock the rows that matter (FOR UPDATE), or take a row as a lease',
    breaks: ofKind('LockStmt'),
    words: /^\s*lock\s+table\b/i,
  },
  {
    name: 'system-columns',
    why: 'other engines do not store rows as PostgreSQL does',
    fix: 'use the primary key, or a column with a number of the version',
    breaks: ({ kind, fields }) => kind === 'ColumnRef' && hidden.includes(lastOf(fields['fields'])),
    words: /\b(ctid|xmin|xmax|tableoid)\b/i,
  },
  {
    name: 'merge',
    why: 'it came with PostgreSQL 15, and distributed engines lack it',
    fix: 'write INSERT ... ON CONFLICT',
    breaks: ofKind('MergeStmt'),
    words: /^\s*merge\s+into\b/i,
  },
  {
    name: 'repeated-changes',
    why: 'CockroachDB refuses a statement that changes one table twice, and PostgreSQL does not say which change comes first',
    fix: 'write one statement for each change, in a transaction',
    breaks: changesTwice,
    words: /(?!)/,
  },
  {
    name: 'samples',
    why: 'TABLESAMPLE means pages of PostgreSQL; YugabyteDB and CockroachDB have none',
    fix: 'choose by a key',
    breaks: ofKind('RangeTableSample'),
    words: /\btablesample\b/i,
  },
];

const deferring = ['CONSTR_ATTR_DEFERRABLE', 'CONSTR_ATTR_DEFERRED'];

function isDeferrable({ kind, fields }: SqlNode): boolean {
  if (kind !== 'Constraint' && kind !== 'ATAlterConstraint') return false;
  return (
    fields['deferrable'] === true || fields['initdeferred'] === true || deferring.includes(String(fields['contype']))
  );
}

function hasAny(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}

const changing = ['InsertStmt', 'UpdateStmt', 'DeleteStmt'];

/** Several plain INSERTs are harmless, and allowed by all engines. */
function changesTwice(node: SqlNode): boolean {
  if (!('withClause' in node.fields)) return false;
  const changes = [...nodesOf(node.fields, node.kind)].filter(({ kind }) => changing.includes(kind));
  const tables = changes.map(({ fields }) => (fields['relation'] as { relname?: string }).relname);
  const isPlain = ({ kind, fields }: SqlNode) => kind === 'InsertStmt' && !('onConflictClause' in fields);
  return changes.some(
    (one, index) => !isPlain(one) && tables.some((name, at) => at !== index && name === tables[index]),
  );
}

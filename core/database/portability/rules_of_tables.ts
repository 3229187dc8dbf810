import { anyOf, lastOf, ofKind, type PortabilityRule, type SqlNode } from './rule.ts';
import { nodesOf } from './sql_nodes.ts';

const hidden = ['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid'];
const methods = [undefined, '', 'btree', 'gin'];

/** Rules for tables, constraints and indices, and for operations on whole tables. */
export const tableRules: readonly PortabilityRule[] = [
  {
    name: 'deferrable-constraints',
    why: 'CockroachDB has no deferrable constraints, YugabyteDB has deferrable foreign keys only',
    fix: 'order the statements so that rows are valid after each, or change all rows in one statement',
    breaks: anyOf(ofKind('ConstraintsSetStmt'), isDeferrable),
    words: /(?<!\bnot\s)\bdeferrable\b|\binitially\s+deferred\b|^\s*set\s+constraints\b/i,
  },
  {
    name: 'exclusion-constraints',
    why: 'CockroachDB and YugabyteDB have no exclusion constraints, and Citus requires the distribution column in them',
    fix: 'add a column that is equal when two rows exclude each other, with a unique index',
    breaks: ({ kind, fields }) => kind === 'Constraint' && fields['contype'] === 'CONSTR_EXCLUSION',
    words: /\bexclude\s+(using\b|\()/i,
  },
  {
    name: 'index-methods',
    why: 'only the index methods btree and gin exist on every engine',
    fix: 'leave USING out for a btree index, or write USING gin for arrays and jsonb',
    breaks: ({ kind, fields }) => kind === 'IndexStmt' && !methods.includes(fields['accessMethod'] as string),
    words: /\busing\s+(gist|spgist|brin|hash)\b/i,
  },
  {
    name: 'inherited-tables',
    why: 'distributed engines lack inheritance, and the syntax of partitions differs between them',
    fix: 'use one plain table, and let the engine distribute it',
    breaks: ({ kind, fields }) => kind === 'CreateStmt' && (hasAny(fields['inhRelations']) || 'partspec' in fields),
    words: /\binherits\s*\(|\bpartition\s+(by|of)\b(?=[^()]*\()/i,
  },
  {
    name: 'unlogged-tables',
    why: 'an unlogged table is empty after a crash and on every standby',
    fix: 'create a plain table, or store the rows in Redis',
    breaks: ({ fields }) => fields['relpersistence'] === 'u',
    words: /\bunlogged\b/i,
  },
  {
    name: 'truncate',
    why: 'TRUNCATE blocks all readers and writers, ignores snapshots of open transactions, and is DDL on some engines',
    fix: 'use DELETE, in batches for many rows',
    breaks: ofKind('TruncateStmt'),
    words: /^\s*truncate\s+(table\s+)?\w/i,
  },
  {
    name: 'table-locks',
    why: 'CockroachDB has no LOCK TABLE, and on other distributed engines a table lock blocks all nodes',
    fix: 'lock the affected rows (FOR UPDATE), or use a row as a lease',
    breaks: ofKind('LockStmt'),
    words: /^\s*lock\s+table\b/i,
  },
  {
    name: 'system-columns',
    why: 'ctid, xmin and similar columns describe the storage of PostgreSQL; other engines lack them',
    fix: 'use the primary key, or a column with the revision of the row',
    breaks: ({ kind, fields }) => kind === 'ColumnRef' && hidden.includes(lastOf(fields['fields'])),
    words: /\b(ctid|xmin|xmax|cmin|cmax|tableoid)\b/i,
  },
  {
    name: 'merge',
    why: 'MERGE exists since PostgreSQL 15, and most distributed engines lack it',
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
    why: 'TABLESAMPLE selects storage pages of PostgreSQL; YugabyteDB and CockroachDB do not support it',
    fix: 'select a random range of the primary key',
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

/** Whether a statement changes one table twice. Several plain INSERTs do not count: all engines allow them. */
function changesTwice(node: SqlNode): boolean {
  if (!('withClause' in node.fields)) return false;
  const changes = [...nodesOf(node.fields, node.kind)].filter(({ kind }) => changing.includes(kind));
  const tables = changes.map(({ fields }) => (fields['relation'] as { relname?: string }).relname);
  const isPlain = ({ kind, fields }: SqlNode) => kind === 'InsertStmt' && !('onConflictClause' in fields);
  return changes.some(
    (one, index) => !isPlain(one) && tables.some((name, at) => at !== index && name === tables[index]),
  );
}

import { anyOf, calls, functionOf, ofKind, type PortabilityRule, type SqlNode } from './rule.ts';

/** Flag of WITH HOLD in the options of DECLARE. */
const HELD = 0x20;

/** Session state. Behind a pooler each transaction may use another session, and the next client inherits the state. */
export const sessionRules: readonly PortabilityRule[] = [
  {
    name: 'advisory-locks',
    why: 'a pooler gives the lock to another session, and distributed engines have none or keep them on one node',
    fix: 'take a row of a table as a lease, or do it in one guarded statement',
    breaks: calls(/^pg_(try_)?advisory_/),
    words: /\bpg_(try_)?advisory_\w+/i,
  },
  {
    name: 'session-settings',
    why: 'behind a pooler the setting stays with the session, for its next client',
    fix: 'write SET LOCAL inside a transaction, or let the role or the database have the setting',
    breaks: anyOf(setsForTheSession, ofKind('DiscardStmt'), configuresTheSession),
    words: /^\s*(set\s+(?!local\b|transaction\b|constraints\b)\w+(\.\w+)?\s*(=|to\b)|reset\s|discard\s)/i,
  },
  {
    name: 'listen-notify',
    why: 'a pooler loses the listeners, and most distributed engines have no notifications',
    fix: 'publish an event, which is stored in a table and delivered from there',
    breaks: anyOf(ofKind('ListenStmt', 'UnlistenStmt', 'NotifyStmt'), calls(/^pg_notify$/)),
    words: /^\s*(un)?listen\s+\S+\s*;?$|^\s*notify\s+\w+\s*[;,]|\bpg_notify\b/i,
  },
  {
    name: 'temporary-tables',
    why: 'they belong to a session that a pooler shares, and distributed engines lack them or make them slowly',
    fix: 'use WITH, unnest() of an array parameter, or a plain table with a key of the work in it',
    breaks: ({ fields }) => fields['relpersistence'] === 't',
    words: /\b(create|into)\s+(local\s+|global\s+)?temp(orary)?\b/i,
  },
  {
    name: 'named-statements',
    why: 'they belong to a session; behind a pooler the next transaction does not find them',
    fix: 'send the statement with parameters; Database.statement() makes its text once',
    breaks: ofKind('PrepareStmt', 'ExecuteStmt', 'DeallocateStmt'),
    words: /^\s*(prepare\s+\w+\s*(\(|as\b)|deallocate\s)/i,
  },
  {
    name: 'held-cursors',
    why: 'a cursor that outlives its transaction belongs to a session, and distributed engines have none',
    fix: 'leave WITH HOLD out and read inside the transaction, or read page by page behind the last key',
    breaks: ({ kind, fields }) => kind === 'DeclareCursorStmt' && (Number(fields['options'] ?? 0) & HELD) !== 0,
    words: /\bcursor\s+with\s+hold\b/i,
  },
  {
    name: 'two-phase-commit',
    why: 'a transaction that was prepared and forgotten holds its locks for ever, and few engines have it',
    fix: 'record the work in the same transaction and let a job or an event do it',
    breaks: ({ kind, fields }) => kind === 'TransactionStmt' && /_PREPARED$|_PREPARE$/.test(String(fields['kind'])),
    words: /\b(prepare\s+transaction|commit\s+prepared|rollback\s+prepared)\b/i,
  },
];

/** SET TRANSACTION ends with the transaction, as SET LOCAL does. */
function setsForTheSession({ kind, fields }: SqlNode): boolean {
  return kind === 'VariableSetStmt' && fields['is_local'] !== true && fields['name'] !== 'TRANSACTION';
}

/** set_config(name, value, false): a value that is not constantly true counts as not local. */
function configuresTheSession(node: SqlNode): boolean {
  if (functionOf(node) !== 'set_config') return false;
  const local = (node.fields['args'] as { A_Const?: { boolval?: { boolval?: boolean } } }[] | undefined)?.[2];
  return local?.A_Const?.boolval?.boolval !== true;
}

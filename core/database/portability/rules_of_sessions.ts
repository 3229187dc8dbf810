import { anyOf, calls, functionOf, ofKind, type PortabilityRule, type SqlNode } from './rule.ts';

/** Flag of WITH HOLD in the options of DECLARE. */
const HELD = 0x20;

/** Rules against session state: behind a pooler, each transaction may use a session with another client's state. */
export const sessionRules: readonly PortabilityRule[] = [
  {
    name: 'advisory-locks',
    why: 'a pooler may pass the locked session to another client, and distributed engines lock one node or not at all',
    fix: 'use a row of a table as a lease, or one statement with a condition',
    breaks: calls(/^pg_(try_)?advisory_/),
    words: /\bpg_(try_)?advisory_\w+/i,
  },
  {
    name: 'session-settings',
    why: 'behind a pooler the setting also applies to the next client of the session',
    fix: 'write SET LOCAL, or set_config() with true, inside a transaction; or set the value for the role or the database',
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
    why: 'a temporary table belongs to a session, which a pooler shares; distributed engines lack such tables or are slow',
    fix: 'use WITH, unnest() of an array parameter, or a plain table with a column that identifies the work',
    breaks: ({ fields }) => fields['relpersistence'] === 't',
    words: /\b(create|into)\s+(local\s+|global\s+)?temp(orary)?\b/i,
  },
  {
    name: 'named-statements',
    why: 'a prepared statement belongs to a session; behind a pooler the next transaction may use another session',
    fix: 'send the statement with parameters; Database.statement() builds its text once',
    breaks: ofKind('PrepareStmt', 'ExecuteStmt', 'DeallocateStmt'),
    words: /^\s*(prepare\s+\w+\s*(\(|as\b)|deallocate\s)/i,
  },
  {
    name: 'held-cursors',
    why: 'a cursor that outlives its transaction belongs to a session, and distributed engines have none',
    fix: 'omit WITH HOLD and read inside the transaction, or read page by page after the last key',
    breaks: ({ kind, fields }) => kind === 'DeclareCursorStmt' && (Number(fields['options'] ?? 0) & HELD) !== 0,
    words: /\bcursor\s+with\s+hold\b/i,
  },
  {
    name: 'two-phase-commit',
    why: 'a prepared transaction keeps its locks until it is ended, and few engines support it',
    fix: 'record the work in the same transaction, and let a job or a subscriber carry it out',
    breaks: ({ kind, fields }) => kind === 'TransactionStmt' && /_PREPARED$|_PREPARE$/.test(String(fields['kind'])),
    words: /\b(prepare\s+transaction|commit\s+prepared|rollback\s+prepared)\b/i,
  },
];

/** Whether a SET outlasts its transaction. SET LOCAL and SET TRANSACTION do not. */
function setsForTheSession({ kind, fields }: SqlNode): boolean {
  return kind === 'VariableSetStmt' && fields['is_local'] !== true && fields['name'] !== 'TRANSACTION';
}

/** Whether set_config(name, value, is_local) may outlast the transaction: `is_local` is not the constant true. */
function configuresTheSession(node: SqlNode): boolean {
  if (functionOf(node) !== 'set_config') return false;
  const local = (node.fields['args'] as { A_Const?: { boolval?: { boolval?: boolean } } }[] | undefined)?.[2];
  return local?.A_Const?.boolval?.boolval !== true;
}

const table = String.raw`\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)`;
const reads = new RegExp(String.raw`\b(?:from|join|references)${table}`, 'gi');
const changes = [
  String.raw`insert\s+into|delete\s+from|update|truncate(?:\s+table)?|(?:alter|drop)\s+table(?:\s+if\s+exists)?`,
  String.raw`create(?:\s+unique)?\s+index\b[^;(]*?\bon|create(?:\s+constraint)?\s+trigger\b[^;]*?\bon`,
];
const writes = new RegExp(String.raw`\b(?:${changes.join('|')})${table}`, 'gi');

/** Names after the words of SQL that precede tables, with their use. Names of subqueries are among them. */
export function tablesInSql(sql: string): Map<string, 'read' | 'write'> {
  const found = new Map<string, 'read' | 'write'>();
  for (const [, name = ''] of sql.matchAll(reads)) found.set(name.toLowerCase(), 'read');
  for (const [, name = ''] of sql.matchAll(writes)) found.set(name.toLowerCase(), 'write');
  return found;
}

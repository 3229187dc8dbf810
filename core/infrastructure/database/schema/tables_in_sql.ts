const table = String.raw`\s+(?:only\s+)?(?:"?\w+"?\.)?"?([a-z_]\w*)`;
const reads = new RegExp(String.raw`\b(?:from|using|join|references)${table}`, 'gi');
const changes = [
  String.raw`insert\s+into|merge\s+into|delete\s+from|update|truncate(?:\s+table)?|(?:alter|drop)\s+table(?:\s+if\s+exists)?`,
  String.raw`create(?:\s+unique)?\s+index\b[^;(]*?\bon|create(?:\s+constraint)?\s+trigger\b[^;]*?\bon`,
];
const writes = new RegExp(String.raw`\b(?:${changes.join('|')})${table}`, 'gi');
/** Lists of FROM, such as `from notes as n, users`. */
const lists = /\b(?:from|using)\s+[\w".]+(?:(?:\s+(?:as\s+)?[\w"]+)?\s*,\s*[\w".]+)+/gi;

/** Names after the words of SQL that precede tables, with their use. Names of subqueries are among them. */
export function tablesInSql(sql: string): Map<string, 'read' | 'write'> {
  const found = new Map<string, 'read' | 'write'>();
  const listed = sql.replaceAll(lists, (list) => list.replaceAll(/,\s*/g, ' join '));
  for (const [, name = ''] of listed.matchAll(reads)) found.set(name.toLowerCase(), 'read');
  for (const [, name = ''] of sql.matchAll(writes)) found.set(name.toLowerCase(), 'write');
  return found;
}

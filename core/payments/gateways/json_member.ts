/**
 * Returns the unchanged text of an object in JSON, because signatures cover the exact text.
 * @param text valid JSON
 * @param name of the member, at any depth; the first such member whose value is an object counts
 * @returns undefined without such a member
 */
export function memberText(text: string, name: string): string | undefined {
  // JSON strings escape their quotes, so the pattern cannot match inside of a string.
  const start = new RegExp(`"${name}"\\s*:\\s*(?=\\{)`).exec(text);
  if (!start) return undefined;
  const from = start.index + start[0].length;
  let depth = 0;
  for (const { 0: token, index } of text.slice(from).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') depth++;
    else if (token === '}') depth--;
    if (depth === 0) return text.slice(from, from + index + 1);
  }
  return undefined;
}

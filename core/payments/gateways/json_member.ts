/**
 * Returns the unchanged text of a member of a JSON object, which a signature covers.
 * @param text valid JSON
 * @returns undefined when the member is missing, or its value is no object
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

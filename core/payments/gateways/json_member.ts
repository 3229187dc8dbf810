/**
 * Text of a member of a JSON object as it was sent, for signatures that are made over it.
 * @param text valid JSON
 * @returns undefined when there is no such member, or its value is no object
 */
export function memberText(text: string, name: string): string | undefined {
  // The quotes around a name never stand bare inside of a string.
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

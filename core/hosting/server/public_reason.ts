import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const absolutePath = /(?<![\w.])(?:file:\/\/)?(\/[^/\s'"`(),;:]+)(?:\/[^/\s'"`(),;:]+)+/g;
// What the JSON parser quotes of a text.
const quotedText = /"[^]*"(?: is not valid JSON)/g;

/** A reason as anybody may read it: paths below the root only, and nothing of what files say. The log has all of it. */
export function publicReason(reason: string, root: string): string {
  return reason
    .replaceAll(`${pathToFileURL(root).href}/`, '')
    .replaceAll(`${root}/`, '')
    .replace(quotedText, 'it is not valid JSON')
    .replace(absolutePath, (path, top: string) => (isAddress(path, top) ? path : '<path>'));
}

/** An address of the API looks like a path, but no folder of this machine has its first word. */
function isAddress(path: string, top: string): boolean {
  return path.startsWith('/') && !existsSync(top);
}

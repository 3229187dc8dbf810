import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const absolutePath = /(?<![\w.])(?:file:\/\/)?(\/[^/\s'"`(),;:]+)(?:\/[^/\s'"`(),;:]+)+/g;
// Excerpt of a text that the JSON parser quotes.
const quotedText = /"[^]*"(?: is not valid JSON)/g;

/** Reason for public pages, without absolute paths and excerpts of JSON files. The log has the full reason. */
export function publicReason(reason: string, root: string): string {
  return reason
    .replaceAll(`${pathToFileURL(root).href}/`, '')
    .replaceAll(`${root}/`, '')
    .replace(quotedText, 'it is not valid JSON')
    .replace(absolutePath, (path, top: string) => (isAddress(path, top) ? path : '<path>'));
}

/** Whether a path is an address of the API: its first segment is no file or folder of this machine. */
function isAddress(path: string, top: string): boolean {
  return path.startsWith('/') && !existsSync(top);
}

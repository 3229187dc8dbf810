import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file under a temporary name, and renames it: a process that reads the file meanwhile gets the former or the
 * new content as a whole.
 * @param {string} file @param {string | Uint8Array} content
 */
export function replaceFile(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, content);
  renameSync(`${file}.part`, file);
}

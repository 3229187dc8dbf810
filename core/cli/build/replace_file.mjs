import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file under a temporary name and renames the file. Other processes read the former or the new content, never a
 * part of the new one. Creates missing folders.
 * @param {string} file @param {string | Uint8Array} content
 */
export function replaceFile(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, content);
  renameSync(`${file}.part`, file);
}

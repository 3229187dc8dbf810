import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const code = /\.(ts|mts|js|mjs|cjs)$/;
const skippedFolders = new Set(['node_modules', 'test', 'public']);

/** Lists the code files of a folder, sorted, without tests, packages and `public/`; `.d.ts` files are included. */
export function codeFilesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && code.test(entry.name) && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (file) =>
        !relative(folder, file)
          .split(sep)
          .some((part) => skippedFolders.has(part)),
    )
    .sort();
}

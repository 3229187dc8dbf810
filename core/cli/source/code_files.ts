import { relative } from 'node:path';
import { filesBelow } from '../../hosting/files/module_files.ts';

/** Lists the code files of a folder, sorted, without tests, packages and `public/`; `.d.ts` files are included. */
export function codeFilesIn(folder: string): string[] {
  const isCode = (path: string) => /\.(ts|mts|js|mjs|cjs)$/.test(path) && !/^public[\\/]|\.test\./.test(path);
  return filesBelow(folder)
    .filter((file) => isCode(relative(folder, file)))
    .sort();
}

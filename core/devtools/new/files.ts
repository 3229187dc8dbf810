import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Texts of files to write, by path below the root of the installation. */
export type NewFiles = Readonly<Record<string, string>>;

/**
 * Writes new files, all of them or none.
 * @returns their paths below the root
 * @throws Error naming the files that exist already; nothing is overwritten
 */
export function writeNew(root: string, files: NewFiles): string[] {
  const paths = Object.keys(files);
  const taken = paths.filter((path) => existsSync(join(root, path)));
  if (taken.length > 0)
    throw new Error(
      `Nothing was written, because these files exist: ${taken.join(', ')}. Rename or remove them first.`,
    );
  const written: string[] = [];
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      // Another process may have created the file since.
      writeFileSync(join(root, path), text, { flag: 'wx' });
      written.push(path);
    }
  } catch (error) {
    for (const path of written) rmSync(join(root, path), { force: true });
    throw new Error(`Nothing was written: ${(error as Error).message}.`, { cause: error });
  }
  return paths;
}

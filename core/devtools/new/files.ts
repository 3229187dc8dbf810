import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Texts of files to write, by path relative to the folder of the installation. */
export type NewFiles = Readonly<Record<string, string>>;

/**
 * Writes new files, all of them or none; overwrites no file.
 * @returns paths of the files, relative to `root`
 * @throws Error when a file exists already or cannot be written
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
      // Fails if another process has created the file since the check above.
      writeFileSync(join(root, path), text, { flag: 'wx' });
      written.push(path);
    }
  } catch (error) {
    for (const path of written) rmSync(join(root, path), { force: true });
    throw new Error(`Nothing was written: ${(error as Error).message}.`, { cause: error });
  }
  return paths;
}

import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a JSON file atomically, so that a concurrent start reads the old or the new content. Keeps the mode of the file. */
export function replaceJson(file: string, content: object): void {
  const draft = `${file}.${process.pid}.tmp`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(
      draft,
      `${JSON.stringify(content, null, 2)}\n`,
      existsSync(file) ? { mode: statSync(file).mode } : {},
    );
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

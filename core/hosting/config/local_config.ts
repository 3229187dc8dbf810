import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readTree } from './config_file.ts';
import type { Tree } from '../../kernel/declare/tree.ts';

/** File with the configuration changes made by commands; overrides `config/<environment>.json`. */
export const localConfigFile = 'config/local.json';

/**
 * Rewrites `config/local.json` atomically, so that a concurrent start reads the old or the new content.
 * @param change returns the new content for the old content; must keep all keys that it does not change
 * @returns path of the file
 * @throws Error naming the file when its content cannot be read
 */
export function changeLocalConfig(root: string, change: (written: Tree) => Tree): string {
  const file = join(root, localConfigFile);
  const known = existsSync(file);
  const text = `${JSON.stringify(change(known ? readTree(file) : {}), null, 2)}\n`;
  const draft = `${file}.${process.pid}.tmp`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(draft, text, known ? { mode: statSync(file).mode } : {});
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  return file;
}

import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readTree } from './read_tree.ts';
import type { Tree } from '../../kernel/declare/tree.ts';

/** Where commands keep what they change about an installation; read after the file of the environment. */
export const localConfigFile = 'config/local.json';

/**
 * Rewrites `config/local.json`, as a whole or not at all, so that a start meanwhile reads the old one or the new one.
 * @param change makes the new content of the old one, which has to be kept but for what is changed
 * @returns path of the file
 * @throws Error naming the file when what is there cannot be read
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

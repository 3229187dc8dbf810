import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Files } from '../support/installation.ts';

/** Parts of an installation that the command `lectern start` reads, besides its modules. */
const parts = ['core', 'dist', 'config', 'package.json'];

/** Copies the compiled installation, with the given modules only. @returns the folder, to be removed by the caller */
export function copyInstallation(files: Files, plugins: readonly string[] = []): string {
  const root = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  for (const part of [...parts, ...plugins.map((name) => `plugins/${name}`)])
    cpSync(part, join(root, part), { recursive: true, preserveTimestamps: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'), 'junction');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

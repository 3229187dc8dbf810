import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { merge, readTree } from './config_file.ts';
import { configFiles } from './load_config.ts';
import type { Tree } from '../../kernel/base/tree.ts';

/** File with the configuration changes made by commands; overrides `config/<environment>.json`. */
export const localConfigFile = 'config/local.json';

/**
 * Rewrites `config/local.json` atomically, so that a concurrent start reads the old or the new content.
 * @param change receives the content of this file and the merged content of the other configuration files; returns the
 * complete new content of this file
 * @param env environment variables; NODE_ENV and CONFIG_FILE select the other files
 * @returns path of the file
 * @throws Error when a configuration file cannot be read, or this file cannot be written
 */
export function changeLocalConfig(
  root: string,
  change: (written: Tree, inherited: Tree) => Tree,
  env: NodeJS.ProcessEnv = {},
): string {
  const file = join(root, localConfigFile);
  const known = existsSync(file);
  const others = configFiles(root, env).filter((one) => one !== file);
  const changed = change(known ? readTree(file) : {}, others.map(readTree).reduce(merge, {}));
  const text = `${JSON.stringify(changed, null, 2)}\n`;
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

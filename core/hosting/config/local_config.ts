import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { merge, readTree } from './config_file.ts';
import { configFiles } from './load_config.ts';
import { replaceJson } from './replace_json.ts';
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
  const others = configFiles(root, env).filter((one) => one !== file);
  const written = existsSync(file) ? readTree(file) : {};
  replaceJson(file, change(written, others.map(readTree).reduce(merge, {})));
  return file;
}

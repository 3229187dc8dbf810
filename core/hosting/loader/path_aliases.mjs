import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether the name of a missing package is a path alias: `paths` of a `tsconfig.json` in one of the folders has it, or npm
 * allows no package of that name. Searches the text, because a `tsconfig.json` may have comments.
 * @param {string} name
 * @param {readonly string[]} folders
 */
export function isPathAlias(name, folders) {
  if (/^(~|@$|@\/)/.test(name)) return true;
  return folders.some((folder) => aliasesIn(join(folder, 'tsconfig.json')).some((alias) => covers(alias, name)));
}

/** How to import a file that an alias stands for. */
export const aliasFix = 'is a path alias, and aliases are not resolved; import the file by its relative path';

/** @param {string} file */
function aliasesIn(file) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [, paths = ''] = /"paths"\s*:\s*\{([^}]*)\}/.exec(text) ?? [];
  return [...paths.matchAll(/"([^"]+)"\s*:/g)].map(([, alias = '']) => alias);
}

/** @type {(alias: string, name: string) => boolean} */
function covers(alias, name) {
  const [prefix = '', rest] = alias.split('*');
  return rest === undefined ? alias === name : prefix !== '' && `${name}/`.startsWith(prefix);
}

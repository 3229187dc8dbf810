/**
 * Compiles plugins and custom, file by file; `npm run check` checks the types. A module that cannot be compiled is
 * loaded from its sources, so that the kernel reports the error.
 *
 *     node core/cli/build/compile_modules.mjs
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { syntaxErrorText } from '../../hosting/loader/syntax_error.mjs';
import { compileFile } from './compile_file.mjs';
import { replaceFile } from './replace_file.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const skippedFolders = new Set(['test', 'node_modules']);
const isTypeScript = (/** @type {string} */ file) => /(?<!\.d)\.m?ts$/.test(file);

/** @param {string} folder @returns {string[]} code and JSON files, without tests, packages and symbolic links */
const filesBelow = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (skippedFolders.has(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() && /(?<!\.d)\.([mc]?[jt]s|json)$/.test(entry.name) ? path : [];
  });

/** Modules to compile. Modules in plain JavaScript, or with a `package.json`, are loaded from their own files. */
function modules() {
  const plugins = existsSync(join(root, 'plugins')) ? readdirSync(join(root, 'plugins'), { withFileTypes: true }) : [];
  const folders = plugins.filter((entry) => entry.isDirectory()).map(({ name }) => `plugins/${name}`);
  return [...folders, 'custom']
    .filter((folder) => existsSync(join(root, folder)) && !existsSync(join(root, folder, 'package.json')))
    .map((folder) => ({ folder, files: filesBelow(folder) }))
    .filter(({ files }) => files.some(isTypeScript));
}

for (const { folder, files } of modules()) {
  let file = '';
  try {
    for (file of files)
      for (const [path, content] of compileFile(join(root, file), join(root, 'dist', file))) replaceFile(path, content);
  } catch (error) {
    rmSync(join(root, 'dist', folder), { recursive: true, force: true });
    process.stderr.write(
      `warning: ${folder} is not built; correct this error, and build again: ${syntaxErrorText(error, file)}\n`,
    );
  }
}

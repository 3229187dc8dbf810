/**
 * Compiles plugins and custom, file by file; `npm run check` checks the types. A module that cannot be compiled is
 * loaded from its sources, so that the kernel reports the error.
 *
 *     node core/cli/build/compile_modules.mjs
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileTypeScript } from '../../hosting/loader/compile_typescript.mjs';
import { syntaxErrorText } from '../../hosting/loader/syntax_error.mjs';
import { withJsImports } from '../js_imports.mjs';
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

/** @param {string} file */
function compile(file) {
  const target = join(root, 'dist', file).replace(/ts$/, 'js');
  if (/\.(cjs|json)$/.test(file)) {
    replaceFile(target, readFileSync(join(root, file)));
    return;
  }
  const { code, map } = compileTypeScript(readFileSync(join(root, file), 'utf8'), {
    sourcefile: relative(dirname(target), join(root, file)).replaceAll('\\', '/'),
    sourcemap: 'external',
  });
  replaceFile(target, `${withJsImports(code)}//# sourceMappingURL=${basename(target)}.map\n`);
  replaceFile(`${target}.map`, map);
}

for (const { folder, files } of modules()) {
  let file = '';
  try {
    for (file of files) compile(file);
  } catch (error) {
    rmSync(join(root, 'dist', folder), { recursive: true, force: true });
    process.stderr.write(
      `warning: ${folder} is not built; correct this error, and build again: ${syntaxErrorText(error, file)}\n`,
    );
  }
}

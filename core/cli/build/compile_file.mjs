import { readFileSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { compileTypeScript } from '../../hosting/loader/compile_typescript.mjs';
import { withJsImports } from '../js_imports.mjs';

/**
 * Compiles a file of a module; files other than code of ES modules stay as they are.
 * @param {string} file @param {string} target path of the compiled file, whose ending may still be that of the source
 * @param {boolean} [isCopied] whether code stays as it is, too
 * @returns {[path: string, content: string | Uint8Array][]} the compiled file, and its source map
 * @throws {import('esbuild').TransformFailure} at a syntax error
 */
export function compileFile(file, target, isCopied = false) {
  if (isCopied || !/\.m?[jt]s$/.test(file)) return [[target, readFileSync(file)]];
  const script = target.replace(/ts$/, 'js');
  const { code, map } = compileTypeScript(readFileSync(file, 'utf8'), {
    sourcefile: relative(dirname(script), file).replaceAll('\\', '/'),
    sourcemap: 'external',
  });
  return [
    [script, `${withJsImports(code)}//# sourceMappingURL=${basename(script)}.map\n`],
    [`${script}.map`, map],
  ];
}

import { parseCode } from '../hosting/loader/parse_code.mjs';

/** @typedef {{ readonly start: number, readonly end: number, readonly text: string }} Edit */

/**
 * Returns compiled code that imports `./x.js` where it imports `./x.ts`, as by the option
 * `rewriteRelativeImportExtensions` of TypeScript. Keeps the lines, to which the source map belongs. A computed
 * specifier is changed at run time.
 * @param {string} code
 */
export function withJsImports(code) {
  const fromEnd = specifiersIn(parseCode(code, '.js'))
    .flatMap(editsOf)
    .sort((a, b) => b.start - a.start);
  return fromEnd.reduce((result, { start, end, text }) => result.slice(0, start) + text + result.slice(end), code);
}

const ofTypeScript = /(?<=^\.\.?\/.*(?<!\.d)\.m?)ts$/;

/** @param {{ type: string, start: number, end: number, value?: string }} specifier @returns {Edit[]} */
function editsOf({ type, start, end, value }) {
  if (type !== 'StringLiteral')
    return [
      { start, end: start, text: 'String(' },
      { start: end, end, text: `).replace(${ofTypeScript}, 'js')` },
    ];
  return ofTypeScript.test(value ?? '') ? [{ start: end - 3, end: end - 1, text: 'js' }] : [];
}

/**
 * Syntax tree nodes of the specifiers of all imports, and of exports from other files.
 * @param {unknown} part
 * @returns {any[]}
 */
function specifiersIn(part) {
  if (typeof part !== 'object' || part === null) return [];
  const { type, source, callee, arguments: given } = /** @type {any} */ (part);
  const below = Object.values(part).flatMap(specifiersIn);
  if (/^(Import|Export\w+)Declaration$/.test(type) && source) return [source, ...below];
  return type === 'CallExpression' && callee.type === 'Import' ? [given[0], ...below] : below;
}

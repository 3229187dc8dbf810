import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Parses a source in JavaScript or TypeScript, with positions in characters. The parser is loaded on demand: a server
 * and most commands parse nothing.
 * @param {string} text
 * @param {string} file the ending distinguishes TypeScript from JavaScript
 * @throws {SyntaxError} when the source cannot be parsed
 */
export function parseCode(text, file) {
  const { parse } = /** @type {typeof import('@babel/parser')} */ (require('@babel/parser'));
  return parse(text, {
    sourceType: 'module',
    plugins: [
      ...(file.endsWith('ts') ? /** @type {const} */ (['typescript']) : []),
      'decorators-legacy',
      'decoratorAutoAccessors',
    ],
    attachComment: false,
    createParenthesizedExpressions: true,
  }).program;
}

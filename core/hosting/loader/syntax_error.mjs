// Plain JavaScript, because the loader hook imports it before TypeScript can be loaded.

/**
 * Formats a syntax error of esbuild as one line with its place, without the text of the line: `/readyz` is public.
 * @param {unknown} error
 * @param {string} file
 * @returns {string}
 */
export function syntaxErrorText(error, file) {
  const [first] = /** @type {Partial<import('esbuild').TransformFailure>} */ (error).errors ?? [];
  if (!first) return `it cannot be parsed: ${error instanceof Error ? error.message : String(error)} (${file})`;
  const { text, location } = first;
  return `${text} (${file}${location ? `:${location.line}:${location.column + 1}` : ''})`;
}

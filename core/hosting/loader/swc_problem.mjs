// Plain JavaScript, because the loader hook imports it before TypeScript can be loaded.

/**
 * Formats a syntax error of swc as one line with the line of the file. The original message is an excerpt with a
 * backtrace.
 * @param {unknown} error
 * @param {string} file
 * @returns {string}
 */
export function swcProblem(error, file) {
  const text = error instanceof Error ? error.message : String(error);
  const [, problem = 'it cannot be parsed', line = ''] = /x (.+)\s+,-\[(?:.*:)?(\d+):\d+\]/.exec(text) ?? [];
  return `${problem} (${file}${line && `:${line}`})`;
}

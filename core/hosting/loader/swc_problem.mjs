// Plain JavaScript, because the loader hook reads it before anything can read TypeScript.

/**
 * What swc has to say about a file that it cannot parse, in one line with the line of the file: its own message is a
 * drawing with a backtrace below.
 * @param {unknown} error
 * @param {string} file
 * @returns {string}
 */
export function swcProblem(error, file) {
  const text = error instanceof Error ? error.message : String(error);
  const [, problem = 'it cannot be parsed', line = ''] = /x (.+)\s+,-\[(?:.*:)?(\d+):\d+\]/.exec(text) ?? [];
  return `${problem} (${file}${line && `:${line}`})`;
}

/** What `--help` prints below the options of a command: lines that can be typed as they stand. */
export function examples(...lines: readonly string[]): string {
  return ['', lines.length === 1 ? 'Example:' : 'Examples:', ...lines.map((line) => `  $ npx lectern ${line}`)].join(
    '\n',
  );
}

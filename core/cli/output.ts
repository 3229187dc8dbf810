/** Examples below the options in `--help`: commands that run as printed. */
export function examples(...lines: readonly string[]): string {
  return ['', lines.length === 1 ? 'Example:' : 'Examples:', ...lines.map((line) => `  $ npx lectern ${line}`)].join(
    '\n',
  );
}

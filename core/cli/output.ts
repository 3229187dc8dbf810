/** Formats example commands for the end of `--help`. @param lines commands without the leading `npx lectern` */
export function examples(...lines: readonly string[]): string {
  return ['', lines.length === 1 ? 'Example:' : 'Examples:', ...lines.map((line) => `  $ npx lectern ${line}`)].join(
    '\n',
  );
}

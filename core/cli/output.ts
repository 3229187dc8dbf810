/** Prints what a command found out: as JSON where that was asked for, else as text for people. */
export function print(json: boolean | undefined, value: unknown, text: () => string): void {
  console.log(json === true ? JSON.stringify(value, null, 2) : text());
}

/** What `--help` prints below the options of a command: lines that can be typed as they stand. */
export function examples(...lines: readonly string[]): string {
  return ['', lines.length === 1 ? 'Example:' : 'Examples:', ...lines.map((line) => `  $ npx lectern ${line}`)].join(
    '\n',
  );
}

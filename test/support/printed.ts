const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00`;
/** What stands between the quotes of a text in JSON, or for a number, or for a word in a table. */
const value = String.raw`(?:[^"\\\n]|\\.)+?`;

/**
 * Compares what was printed with what a document prints, where `<name>` stands for a value that differs each time and
 * `...` for a part that is left out. It remembers the values: `$name` stands for the one that was put into a variable.
 */
export class Printed {
  /** The last value that was shown as each `<name>`. */
  readonly shown = new Map<string, string>();
  readonly #known: (name: string) => string;

  /** @param known the value of a variable */
  constructor(known: (name: string) => string) {
    this.#known = known;
  }

  fits(answer: string, printed: string): boolean {
    const found = this.#patternOf(printed).exec(answer);
    for (const [name, text] of Object.entries(found?.groups ?? {})) this.shown.set(name, text);
    return found !== null;
  }

  /** One name is one value within an answer, but for times. */
  #patternOf(printed: string): RegExp {
    const names = new Set<string>();
    const parts = printed.split(/(<\w+>|\$\w+|\.\.\.)/).map((part) => {
      if (part === '...') return '.*?';
      if (part.startsWith('$')) return this.#known(part.slice(1));
      const [, name] = /^<(\w+)>$/.exec(part) ?? [];
      if (name === undefined) return part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      if (name === 'time') return time;
      if (names.has(name)) return `\\k<${name}>`;
      names.add(name);
      return `(?<${name}>${value})`;
    });
    return new RegExp(`^${parts.join('')}$`, 's');
  }
}

/** An answer in JSON may be broken into lines for its readers. */
export function withoutLines(text: string): string {
  return text
    .trim()
    .split(/\s*\n\s*/)
    .join('');
}

/** In what a command prints, lines count, and how wide the columns of a table are does not. */
export function withoutColumns(text: string): string {
  const lines = text.trim().split('\n');
  return lines.map((line) => line.trim().replaceAll(/\s+/g, ' ')).join('\n');
}

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00`;
/** Pattern of a value: a text between quotes in JSON, a number, or a word in a table. */
const value = String.raw`(?:[^"\\\n]|\\.)+?`;

/**
 * Compares an output with the output in a document. In the document, `<name>` stands for a value that differs each
 * time, `...` for an omitted part, and `$name` for the value of a variable. Stores the values of `<name>`.
 */
export class Printed {
  /** The last value of each `<name>`. */
  readonly shown = new Map<string, string>();
  readonly #known: (name: string) => string;

  /** @param known returns the value of a variable */
  constructor(known: (name: string) => string) {
    this.#known = known;
  }

  fits(answer: string, printed: string): boolean {
    const found = this.#patternOf(printed).exec(answer);
    for (const [name, text] of Object.entries(found?.groups ?? {})) this.shown.set(name, text);
    return found !== null;
  }

  /** Returns the pattern of an output. A name has the same value within an output, except for times. */
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

/** Removes line breaks from a JSON text, which documents may contain for readability. */
export function withoutLines(text: string): string {
  return text
    .trim()
    .split(/\s*\n\s*/)
    .join('');
}

/** Removes the widths of table columns from an output; line breaks stay. */
export function withoutColumns(text: string): string {
  const lines = text.trim().split('\n');
  return lines.map((line) => line.trim().replaceAll(/\s+/g, ' ')).join('\n');
}

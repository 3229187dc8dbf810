import { parseCode } from '../../../../hosting/internals.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Syntax tree nodes whose text may look like a comment, or contains significant whitespace. */
const literals = new Set(['StringLiteral', 'DirectiveLiteral', 'TemplateElement', 'RegExpLiteral']);
const comment = /\/\*[^]*?\*\/|\/\/.*/g;
const lineBreak = /[\n\r\u2028\u2029]/;
/** Characters after which, or before which, a line break never ends a statement. */
const continues = /[([{,;:?=*%&|^!~<>.]/;
const isContinued = /[)\]},;.?:=*%&|^>]/;
const operator = /[-+*/%&|^!~<>=?.]/;
const word = /[\w$#@\\]|[^\0-\x7f]/;

/**
 * Code of a JavaScript or TypeScript source, without comments and insignificant whitespace. The parser only locates the
 * literals, so that other versions of the parser give the same code. Returns a source unchanged that the parser
 * rejects.
 */
export function codeText(source: string, file: string): string {
  const spans = literalsIn(source, file);
  if (!spans) return source;
  const textOf = ({ start, end }: Span) => source.slice(start, end);
  const ends = [0, ...spans.map(({ end }) => end)];
  const between = ends.map((start, index) => textOf({ start, end: spans[index]?.start ?? source.length }));
  // Code between literals contains no double quotes, so that a double quote can take the place of each literal.
  const rest = withoutWhitespace(between.map(withoutComments).join('"'));
  return [rest, ...spans.map(textOf)].join('\0');
}

/** Spans of the literals, in source order and characters from 0; undefined when the source cannot be parsed. */
function literalsIn(source: string, file: string): Span[] | undefined {
  try {
    return spansBelow(parseCode(source, file)).sort((a, b) => a.start - b.start);
  } catch {
    return undefined;
  }
}

function spansBelow(node: unknown): Span[] {
  if (Array.isArray(node)) return node.flatMap(spansBelow);
  if (typeof node !== 'object' || node === null) return [];
  const { type, start = 0, end = 0 } = node as Partial<Span> & { type?: string };
  return type && literals.has(type) ? [{ start, end }] : Object.values(node).flatMap(spansBelow);
}

function withoutComments(text: string): string {
  return text.replace(comment, (found) => (lineBreak.test(found) ? '\n' : ' '));
}

/** Removes whitespace, except a line break that may end a statement, and a space between two words or two operators. */
function withoutWhitespace(text: string): string {
  const trimmed = text.trim();
  return trimmed.replace(/\s+/g, (found, at: number) => {
    const [before, after] = [trimmed.charAt(at - 1), trimmed.charAt(at + found.length)];
    if (lineBreak.test(found) && !continues.test(before) && !isContinued.test(after)) return '\n';
    return [word, operator].some((kind) => kind.test(before) && kind.test(after)) ? ' ' : '';
  });
}

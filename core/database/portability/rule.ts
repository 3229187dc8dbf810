/** A piece of a parsed statement: its kind as PostgreSQL's own parser calls it, and what it is made of. */
export interface SqlNode {
  readonly kind: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Something that PostgreSQL has and a pooler or a distributed engine has not, or not in the same way. */
export interface PortabilityRule {
  readonly name: string;
  /** What is lost with it, and where. */
  readonly why: string;
  /** What to write instead. */
  readonly mend: string;
  /** Whether a piece of a statement breaks the rule. */
  readonly breaks: (node: SqlNode) => boolean;
  /** Tells the same by words, for a text that is no whole statement. */
  readonly words: RegExp;
}

/** A rule for statements of certain kinds, whatever is in them. */
export function ofKind(...kinds: readonly string[]): PortabilityRule['breaks'] {
  return ({ kind }) => kinds.includes(kind);
}

/** A rule for calls of functions whose names look like this. */
export function calls(names: RegExp): PortabilityRule['breaks'] {
  return (node) => names.test(functionOf(node));
}

/** A rule that several faults break. */
export function anyOf(...all: readonly PortabilityRule['breaks'][]): PortabilityRule['breaks'] {
  return (node) => all.some((breaks) => breaks(node));
}

/** The last name of the function that is called, or nothing. */
export function functionOf({ kind, fields }: SqlNode): string {
  return kind === 'FuncCall' ? lastOf(fields['funcname']) : '';
}

/** The last part of a name that may be qualified. */
export function lastOf(names: unknown): string {
  if (!Array.isArray(names)) return '';
  const last = names.at(-1) as { String?: { sval?: string } } | undefined;
  return last?.String?.sval ?? '';
}

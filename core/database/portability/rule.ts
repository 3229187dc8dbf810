/** A node of a parsed statement, with its kind in PostgreSQL's parser and its fields. */
export interface SqlNode {
  readonly kind: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Rule against a feature of PostgreSQL that poolers or distributed engines lack, or implement differently. */
export interface PortabilityRule {
  readonly name: string;
  /** Reason against the feature: its failure behind a pooler or on a distributed engine. */
  readonly why: string;
  /** Replacement for the feature. */
  readonly fix: string;
  readonly breaks: (node: SqlNode) => boolean;
  /** Pattern that finds the feature in a part of a statement; the parser reads only whole statements. */
  readonly words: RegExp;
}

/** Matches nodes of these kinds in the syntax tree of PostgreSQL's parser. */
export function ofKind(...kinds: readonly string[]): PortabilityRule['breaks'] {
  return ({ kind }) => kinds.includes(kind);
}

export function calls(names: RegExp): PortabilityRule['breaks'] {
  return (node) => names.test(functionOf(node));
}

export function anyOf(...all: readonly PortabilityRule['breaks'][]): PortabilityRule['breaks'] {
  return (node) => all.some((breaks) => breaks(node));
}

/** Unqualified name of the called function, or an empty text. */
export function functionOf({ kind, fields }: SqlNode): string {
  return kind === 'FuncCall' ? lastOf(fields['funcname']) : '';
}

/** Last part of a name that may be qualified by a schema or table, in the form of the parser. */
export function lastOf(names: unknown): string {
  if (!Array.isArray(names)) return '';
  const last = names.at(-1) as { String?: { sval?: string } } | undefined;
  return last?.String?.sval ?? '';
}

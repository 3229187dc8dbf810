/** A part of the document. */
export type Tree = Readonly<Record<string, unknown>>;

/** A part of the OpenAPI document. */
export type Tree = Readonly<Record<string, unknown>>;

/** A part of an OpenAPI document. */
export type Tree = Readonly<Record<string, unknown>>;

/** Returns an object itself, and an empty object for any other value. */
export function treeOf(part: unknown): Tree {
  return typeof part === 'object' && part !== null && !Array.isArray(part) ? (part as Tree) : {};
}

/** Returns a list itself, and an empty list for any other value. */
export function listOf(part: unknown): readonly unknown[] {
  return Array.isArray(part) ? part : [];
}

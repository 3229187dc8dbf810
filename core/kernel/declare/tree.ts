/** A configuration: nested objects. */
export type Tree = Record<string, unknown>;

/** Merges `over` into `under` key by key; values of `over` win. */
export function merge(under: Tree, over: Tree): Tree {
  const merged = { ...under };
  for (const [key, value] of Object.entries(over)) {
    merged[key] = isTree(value) && isTree(under[key]) ? merge(under[key], value) : value;
  }
  return merged;
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

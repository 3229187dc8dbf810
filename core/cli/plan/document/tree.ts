/** A part of an OpenAPI document. */
export type Tree = Readonly<Record<string, unknown>>;

/** Follows the references of one document. */
export type Resolve = (part: unknown) => Tree;

/** Makes the function that follows the references of a document; what is no object is an empty one. */
export function resolverOf(document: Tree): Resolve {
  const resolve = (part: unknown): Tree => {
    if (!isTree(part)) return {};
    const { $ref } = part;
    return typeof $ref === 'string' ? resolve(partAt(document, $ref)) : part;
  };
  return resolve;
}

function partAt(document: Tree, reference: string): unknown {
  const names = reference.replace(/^#\//, '').split('/');
  return names.reduce<unknown>(
    (part, name) => treeOf(part)[name.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
}

/** What is no object is an empty one. */
export function treeOf(part: unknown): Tree {
  return isTree(part) ? part : {};
}

/** What is no list is an empty one. */
export function listOf(part: unknown): readonly unknown[] {
  return Array.isArray(part) ? part : [];
}

function isTree(part: unknown): part is Tree {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}

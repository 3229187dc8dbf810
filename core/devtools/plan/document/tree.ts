/** A part of an OpenAPI document. */
export type Tree = Readonly<Record<string, unknown>>;

/** Returns the part of an OpenAPI document to which a part refers by `$ref`, or a part without `$ref` itself. */
export type Resolve = (part: unknown) => Tree;

/** Creates the resolver of a document's references; a value that is no object becomes an empty object. */
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

/** Returns an object itself, and an empty object for any other value. */
export function treeOf(part: unknown): Tree {
  return isTree(part) ? part : {};
}

/** Returns a list itself, and an empty list for any other value. */
export function listOf(part: unknown): readonly unknown[] {
  return Array.isArray(part) ? part : [];
}

/** Formats a value of a document for a message. */
export function textOf(value: unknown): string {
  if (value === undefined) return 'not set';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isTree(part: unknown): part is Tree {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}

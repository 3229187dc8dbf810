import { join } from 'node:path';
import type { Route } from 'lectern/host';
import { nameIn, nodesBelow, Source, type Node } from './tree.ts';

/** Finds the lines of operations; each file is parsed once. */
export class OperationLines {
  readonly #sources = new Map<string, Source | undefined>();

  constructor(private readonly root: string) {}

  /** Line of an operation, or of the class for an inherited operation; undefined if neither is found in the file. */
  of({ file, operation }: Pick<Route, 'file' | 'operation'>): number | undefined {
    const source = this.#source(file);
    if (!source) return undefined;
    const resource = resourceIn(source.root);
    const found = (resource && memberOf(resource, operation)) ?? memberOf(source.root, operation) ?? resource;
    return found && source.lineOf(found);
  }

  #source(file: string): Source | undefined {
    if (!this.#sources.has(file)) this.#sources.set(file, sourceAt(join(this.root, file)));
    return this.#sources.get(file);
  }
}

/** Parses a file; undefined if the file cannot be read or parsed. */
function sourceAt(path: string): Source | undefined {
  try {
    return new Source(path);
  } catch {
    return undefined;
  }
}

const classes = ['ClassDeclaration', 'ClassExpression'];

/** The class that a file exports by default, or else its first call of `defineResource`. */
function resourceIn(root: Node): Node | undefined {
  const nodes = [...nodesBelow(root)];
  const exported = nodes.find(({ type }) => type === 'ExportDefaultDeclaration')?.['decl'] as Node | undefined;
  if (exported && classes.includes(exported.type)) return exported;
  const name = nameIn(nodes.find(({ type }) => type === 'ExportDefaultExpression')?.['expression']);
  const named = nodes.find((node) => classes.includes(node.type) && nameIn(node['identifier']) === name);
  return (name === undefined ? undefined : named) ?? nodes.find(isDefinition);
}

function isDefinition({ type, callee }: Node): boolean {
  return type === 'CallExpression' && nameIn(callee) === 'defineResource';
}

/** Finds the name node of a member, because a method node starts at its decorators. */
function memberOf(node: Node, operation: string): Node | undefined {
  const members = ['ClassMethod', 'MethodProperty', 'KeyValueProperty'];
  const isMember = ({ type, key }: Node) => members.includes(type) && nameIn(key) === operation;
  return [...nodesBelow(node)].find(isMember)?.['key'] as Node | undefined;
}

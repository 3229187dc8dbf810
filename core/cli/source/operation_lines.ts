import { join } from 'node:path';
import type { Route } from '../../hosting/internals.ts';
import { nameIn, nodesBelow, Source, type Node } from './tree.ts';

/** A parsed file, and the resource that it defines, if any. */
interface Parsed {
  readonly source: Source;
  readonly resource: Node | undefined;
}

/** Finds the lines of operations; each file is parsed once. */
export class OperationLines {
  readonly #files = new Map<string, Parsed | undefined>();

  constructor(private readonly root: string) {}

  /** Line of an operation, or of the class for an inherited operation; undefined if neither is found in the file. */
  of({ file, operation }: Pick<Route, 'file' | 'operation'>): number | undefined {
    const parsed = this.#parsed(file);
    if (!parsed) return undefined;
    const { source, resource } = parsed;
    const found = (resource && memberOf(resource, operation)) ?? memberOf(source.root, operation) ?? resource;
    return found && source.lineOf(found);
  }

  #parsed(file: string): Parsed | undefined {
    if (!this.#files.has(file)) this.#files.set(file, parsedAt(join(this.root, file)));
    return this.#files.get(file);
  }
}

/** Parses a file; undefined if the file cannot be read or parsed. */
function parsedAt(path: string): Parsed | undefined {
  try {
    const source = new Source(path);
    return { source, resource: resourceIn(source.root) };
  } catch {
    return undefined;
  }
}

const classes = ['ClassDeclaration', 'ClassExpression'];

/** The class that a file exports by default, or else its first call of `defineResource`. */
function resourceIn(root: Node): Node | undefined {
  const nodes = [...nodesBelow(root)];
  const exported = nodes.find(({ type }) => type === 'ExportDefaultDeclaration')?.['declaration'] as Node | undefined;
  if (exported && classes.includes(exported.type)) return exported;
  const name = nameIn(exported);
  const named = nodes.find((node) => classes.includes(node.type) && nameIn(node['id']) === name);
  const isDefinition = ({ type, callee }: Node) => type === 'CallExpression' && nameIn(callee) === 'defineResource';
  return (name === undefined ? undefined : named) ?? nodes.find(isDefinition);
}

/** Finds the name node of a member, because a method node starts at its decorators. */
function memberOf(node: Node, operation: string): Node | undefined {
  const members = ['ClassMethod', 'TSDeclareMethod', 'ObjectMethod', 'ObjectProperty'];
  const isMember = ({ type, key }: Node) => members.includes(type) && nameIn(key) === operation;
  for (const below of nodesBelow(node)) if (isMember(below)) return below['key'] as Node;
  return undefined;
}

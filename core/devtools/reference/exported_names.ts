import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { nameIn, Source, type Node } from '../../cli/index.ts';
import { descriptionOf, membersOf, type Member } from './written_types.ts';

/** A name that an entry point of the package exports. */
export interface ExportedName {
  readonly name: string;
  /** Entry point, such as `lectern`. */
  readonly door: string;
  /** Path relative to the root of the installation; empty for a name of another package. */
  readonly file: string;
  /** Declaration without bodies, one for each overload; of a class or an object only the first line. */
  readonly declaration: string;
  readonly description: string;
  readonly example: string;
  /** Public members of a class, functions and values of an object. */
  readonly members: readonly Member[];
}

interface Found {
  readonly path: string;
  readonly source: Source;
  readonly nodes: readonly Node[];
}

const doors = {
  lectern: 'core/kernel/index.ts',
  'lectern/core': 'core/index.ts',
  'lectern/host': 'core/hosting/index.ts',
};

/** Exported names of other packages. */
const ofPackages: Readonly<Record<string, string>> = {
  asClass: 'Registers a service by its class, built once (package awilix).',
  asFunction: 'Registers a service by a function that builds it, called once (package awilix).',
  asValue: 'Registers a service that exists already (package awilix).',
  Type: 'Builds JSON Schemas with their types (package @sinclair/typebox).',
};

/** Lists the exports of the entry points from the sources, sorted by name. */
export function exportedNames(root: string): ExportedName[] {
  const files = new Files();
  return Object.entries(doors).flatMap(([door, file]) => {
    const path = join(root, file);
    const names = existsSync(path) ? files.exportsOf(path).sort() : [];
    return names.map((name) => ({ name, door, ...entryOf(name, files.find(path, name), root) }));
  });
}

function entryOf(name: string, found: Found | undefined, root: string): Omit<ExportedName, 'name' | 'door'> {
  const [first] = found?.nodes ?? [];
  if (!found || !first)
    return { file: '', declaration: name, description: ofPackages[name] ?? '', example: '', members: [] };
  const { path, source, nodes } = found;
  return {
    file: relative(root, path),
    declaration: nodes.map((node) => declarationOf(node, source)).join('\n'),
    description: descriptionOf(first, source),
    example: source.exampleOn(first),
    members: withMembers(first).flatMap((node) => membersOf(node, source)),
  };
}

/** A declared class, or the object of a constant: its value, or an argument of the call that makes it. */
function withMembers({ declaration }: Node): Node[] {
  const inner = declaration as Node;
  const { id, init } = (constantIn(inner) ?? {}) as { readonly id?: Node; readonly init?: Node | null };
  if (id?.['typeAnnotation']) return [];
  const given = (init?.['arguments'] ?? []) as readonly Node[];
  const objects = [init, ...given].filter((one) => one?.type === 'ObjectExpression');
  return inner.type === 'ClassDeclaration' ? [inner] : (objects as Node[]);
}

function constantIn({ declarations }: Node): Node | undefined {
  return (declarations as readonly Node[] | undefined)?.[0];
}

/** Text of an exported declaration up to its body, the members of its class, or its value. */
function declarationOf({ declaration }: Node, source: Source): string {
  const inner = declaration as Node;
  const text = source.textOf(inner);
  if (inner.type === 'ClassDeclaration') return text.replace(/\s*\{[^]*$/, '');
  const constant = constantIn(inner);
  const init = constant?.['init'] as Node | null | undefined;
  const end = (inner['body'] ?? init?.['body'] ?? init) as Node | null | undefined;
  const isPlain = inner.type === 'TSInterfaceDeclaration' || inner.type === 'TSTypeAliasDeclaration';
  if (isPlain || !end) return text.replace(/;$/, '');
  return source
    .textBetween(inner, end)
    .replace(/^async /, '')
    .replace(/\s*(=|=>)?\s*$/, '');
}

/** Finds declarations through the exports of files; each file is parsed once. */
class Files {
  readonly #sources = new Map<string, Source>();

  exportsOf(path: string): string[] {
    return this.#bodyOf(path).flatMap((node) => {
      if (node.type === 'ExportAllDeclaration') return this.exportsOf(fileOf(node, path));
      if (isDeclaration(node)) return namesIn(node);
      return node.type === 'ExportNamedDeclaration' ? specifiersOf(node).map(({ exported }) => exported) : [];
    });
  }

  /** Declarations of an exported name: several for a function with overloads; undefined for a name of a package. */
  find(path: string, name: string): Found | undefined {
    const body = this.#bodyOf(path);
    const nodes = body.filter((node) => isDeclaration(node) && namesIn(node).includes(name));
    if (nodes.length > 0) return { path, source: this.#source(path), nodes: signaturesOf(nodes) };
    for (const node of body.filter(isOfFile)) {
      const original = specifiersOf(node).find(({ exported }) => exported === name)?.original;
      const sought = node.type === 'ExportAllDeclaration' ? name : original;
      const found = sought && this.find(fileOf(node, path), sought);
      if (found) return found;
    }
    return undefined;
  }

  #bodyOf(path: string): readonly Node[] {
    return this.#source(path).root['body'] as readonly Node[];
  }

  #source(path: string): Source {
    const known = this.#sources.get(path) ?? new Source(path);
    this.#sources.set(path, known);
    return known;
  }
}

/** Overload signatures of a function, or else its only declaration. */
function signaturesOf(nodes: readonly Node[]): readonly Node[] {
  const overloads = nodes.filter(({ declaration }) => (declaration as Node).type === 'TSDeclareFunction');
  return overloads.length > 0 ? overloads : nodes;
}

/** Whether a node is a declaration with `export` before it. */
function isDeclaration({ type, declaration }: Node): boolean {
  return type === 'ExportNamedDeclaration' && Boolean(declaration);
}

function isOfFile(node: Node): boolean {
  return nameIn(node['source'])?.startsWith('.') ?? false;
}

function fileOf(node: Node, path: string): string {
  return join(path, '..', nameIn(node['source']) as string);
}

/** Names that an `export` of another file passes on, with their names there. */
function specifiersOf({ specifiers }: Node): { exported: string; original: string }[] {
  return ((specifiers ?? []) as readonly Node[]).flatMap(({ exported, local }) => {
    const original = nameIn(local);
    return original === undefined ? [] : [{ original, exported: nameIn(exported) ?? original }];
  });
}

function namesIn({ declaration }: Node): string[] {
  const inner = declaration as Node;
  const nodes = (inner['declarations'] as readonly Node[] | undefined) ?? [inner];
  return nodes.flatMap(({ id }) => nameIn(id) ?? []);
}

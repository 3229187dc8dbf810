import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { codeFilesIn, nameIn, nodesBelow, Source, type Node } from '../../cli/index.ts';

/** A public member of a class or interface. */
export interface Member {
  /** Name, parameters and result, as written in the sources. */
  readonly signature: string;
  readonly description: string;
}

/** A class, an interface or an object type, as written in the sources. */
export interface WrittenType {
  /** Path relative to the root of the installation. */
  readonly file: string;
  readonly description: string;
  readonly example: string;
  readonly members: readonly Member[];
}

const kinds = ['ClassDeclaration', 'TSInterfaceDeclaration', 'TSTypeAliasDeclaration'];
const lifecycle = ['start', 'ready', 'check', 'operatorRemarks', 'retire', 'stop'];

/** Folders of a module whose types belong to no service or extension point. */
const left = ['app', 'resources', 'migrations'];

/** Finds classes, interfaces and object types by name in the sources of modules. */
export class WrittenTypes {
  readonly #root: string;
  readonly #files = new Map<string, { path: string; folder: string }[]>();
  readonly #sources = new Map<string, Source>();

  constructor(root: string, folders: readonly string[]) {
    this.#root = root;
    for (const folder of folders) {
      for (const path of codeFilesIn(folder).filter(isOffered(folder))) {
        const text = readFileSync(path, 'utf8');
        for (const [, name = ''] of text.matchAll(/\b(?:class|interface|type)\s+(\w+)/g)) {
          this.#files.set(name, [...(this.#files.get(name) ?? []), { path, folder }]);
        }
      }
    }
  }

  /** The type with a name, if a module has one. Among types of the same name, the type in `folder` takes precedence. */
  find(name: string, folder: string): WrittenType | undefined {
    const files = this.#files.get(name) ?? [];
    const sorted = [...files].sort((a, b) => Number(b.folder === folder) - Number(a.folder === folder));
    for (const { path } of sorted) {
      const found = typeIn(this.#source(path), name);
      if (found) return { file: relative(this.#root, path), ...found };
    }
    return undefined;
  }

  #source(path: string): Source {
    const known = this.#sources.get(path) ?? new Source(path);
    this.#sources.set(path, known);
    return known;
  }
}

function isOffered(folder: string) {
  return (path: string) => !left.includes(relative(folder, path).split(sep)[0] as string);
}

function typeIn(source: Source, name: string): Omit<WrittenType, 'file'> | undefined {
  for (const outer of nodesBelow(source.root)) {
    const inner = (outer.type === 'ExportNamedDeclaration' && (outer['declaration'] as Node | null)) || outer;
    if (!kinds.includes(inner.type) || nameIn(inner['id']) !== name) continue;
    return {
      description: descriptionOf(outer, source),
      example: source.exampleOn(outer),
      members: membersOf(inner, source),
    };
  }
  return undefined;
}

/** Public members of a declaration, or of an object. */
export function membersOf(declaration: Node, source: Source): Member[] {
  return partsOf(declaration).flatMap((one) => memberOf(one, source));
}

/** Members of a declaration; for a type alias, members of its first object type. */
function partsOf(declaration: Node): readonly Node[] {
  if (declaration.type === 'ObjectExpression') return declaration['properties'] as readonly Node[];
  if (declaration.type === 'TSTypeAliasDeclaration') {
    const literal = [...nodesBelow(declaration)].find(({ type }) => type === 'TSTypeLiteral');
    return (literal?.['members'] ?? []) as readonly Node[];
  }
  return (declaration['body'] as { readonly body: readonly Node[] }).body;
}

/** A public member; none for a constructor, a static member, or a method of `lifecycle`. */
function memberOf(node: Node, source: Source): Member[] {
  const name = nameIn(node['key']);
  const isHidden =
    node['static'] === true ||
    node['shorthand'] === true ||
    ['private', 'protected'].includes(String(node['accessibility']));
  if (name === undefined || isHidden || node['kind'] === 'constructor') return [];
  if (/^(ClassMethod|TSDeclareMethod)$/.test(node.type) && lifecycle.includes(name)) return [];
  const signature = signatureOf(node, source).replaceAll(/\s+/g, ' ').trim();
  const description = [descriptionOf(node, source), failuresOf(node, source)].filter((part) => part !== '').join(' ');
  return [{ signature, description }];
}

function signatureOf(node: Node, source: Source): string {
  const value = node['value'] as Node | null | undefined;
  const { body } = (node.type === 'ObjectProperty' ? value : node) as { readonly body?: Node | null };
  const next = body ?? value;
  const text = next ? source.textBetween(node['key'] as Node, next) : source.textOf(node);
  return text
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replace(/^\s*readonly /, '')
    .replace(/\s*(?:=>|[=:;,])\s*$/, '');
}

/** Text of the doc comment on a node, up to its first tag. */
export function descriptionOf(node: Node, source: Source): string {
  return partsOfComment(node, source)[0] ?? '';
}

/** Failures of a member, from the `@throws` tags of its comment. */
function failuresOf(node: Node, source: Source): string {
  const thrown = partsOfComment(node, source).flatMap((part) => /^throws (.+?)\.?$/s.exec(part)?.[1] ?? []);
  return thrown.length === 0 ? '' : `Throws ${thrown.join('; ').replaceAll('failures.', '')}.`;
}

/** Parts of a doc comment: the description, then each tag with its text. */
function partsOfComment(node: Node, source: Source): string[] {
  const parts = source.commentOn(node).split(/(?:^|\s)@(?=\w)/);
  return parts.map((part) => part.trim());
}

import { relative } from 'node:path';
import type { UsedKind, UsedThing } from '../../hosting/internals.ts';
import { codeFilesIn, isCall, nameIn, nodesBelow, Source, type Node } from '../../cli/index.ts';

/** Kinds of use that an imported module of Node or a client of HTTP means. */
const kindOf: Readonly<Record<string, UsedKind>> = {
  fs: 'files',
  'fs/promises': 'files',
  child_process: 'processes',
  cluster: 'processes',
  ...Object.fromEntries(['net', 'tls', 'dgram', 'dns', 'http', 'https', 'http2'].map((one) => [one, 'hosts'])),
  ...Object.fromEntries(['undici', 'axios', 'got', 'node-fetch', 'ws'].map((one) => [one, 'hosts'])),
};
const connecting = ['fetch', 'askServer', 'WebSocket', 'EventSource'];
const starting = ['exec', 'execSync', 'execFile', 'execFileSync', 'spawn', 'spawnSync', 'fork'];

/** A code file of a module, parsed. */
export interface ParsedFile {
  /** Path below the folder of the module. */
  readonly file: string;
  readonly nodes: readonly Node[];
}

/** Parses the code files of a module, without its tests. Files that cannot be parsed are left out; they do not start. */
export function parsedFiles(folder: string): ParsedFile[] {
  return codeFilesIn(folder).flatMap((path) => {
    const file = relative(folder, path);
    if (/^test[\\/]/.test(file)) return [];
    try {
      return [{ file, nodes: [...nodesBelow(new Source(path).root)] }];
    } catch {
      return [];
    }
  });
}

/** Hosts, files, variables and programs that the sources of a module use; `*` where the source does not name them. */
export function usedInSources(files: readonly ParsedFile[]): UsedThing[] {
  return files.flatMap(({ file, nodes }) => {
    const imported = new Set(nodes.flatMap((node) => importedBy(node) ?? []).map((name) => kindOf[name]));
    if (nodes.some((node) => isCallOf(node, connecting))) imported.add('hosts');
    const named: Partial<Record<UsedKind, readonly string[]>> = {
      hosts: nodes.flatMap(hostIn),
      processes: nodes.filter((node) => isCallOf(node, starting)).flatMap(programIn),
    };
    const things = [...imported].flatMap((kind) => {
      const names = (kind && named[kind]) ?? [];
      return kind ? (names.length > 0 ? names : ['*']).map((name) => ({ kind, name, file })) : [];
    });
    return [...things, ...nodes.flatMap(variableIn).map((name) => ({ kind: 'environment' as const, name, file }))];
  });
}

/** Name of the imported module, without `node:`; undefined for other nodes, and for imports of types. */
function importedBy(node: Node): string | undefined {
  const { type } = node;
  const [first] = (node['arguments'] ?? []) as readonly Node[];
  const isImport = type === 'ImportDeclaration' || type === 'ExportNamedDeclaration' || type === 'ExportAllDeclaration';
  const isType = node['importKind'] === 'type' || node['exportKind'] === 'type';
  const isCalled = isCall(node) && ((node['callee'] as Node).type === 'Import' || isCallOf(node, importing));
  const source = isImport && !isType ? node['source'] : isCalled ? first : undefined;
  return nameIn(source)?.replace(/^node:/, '');
}

const importing = ['require', 'getBuiltinModule'];

/** Whether a node calls or constructs one of these names, also as a method. */
export function isCallOf(node: Node, names: readonly string[]): boolean {
  if (!isCall(node) && node.type !== 'NewExpression') return false;
  const name = calledName(node);
  return name !== undefined && names.includes(name);
}

/** Name of the called function or method. */
export function calledName({ callee }: Node): string | undefined {
  return nameIn(callee) ?? nameIn((callee as Node)['property']);
}

/** Text of a string literal, or of the constant parts of a template. */
export function textIn({ type, value, quasis }: Node): string | undefined {
  if (type === 'StringLiteral') return value as string;
  if (type !== 'TemplateLiteral') return undefined;
  return (quasis as readonly { readonly value: { readonly cooked?: string } }[])
    .map((one) => one.value.cooked ?? '')
    .join('$');
}

function hostIn(node: Node): string[] {
  const [, host] = /^(?:https?|wss?):\/\/([\w.-]+)(?=[:/?#]|$)/.exec(textIn(node) ?? '') ?? [];
  return host === undefined ? [] : [host];
}

function programIn(node: Node): string[] {
  const [first] = node['arguments'] as readonly Node[];
  const text = first && textIn(first);
  return text === undefined ? [] : [text.split(/[\s$]/)[0] || '*'];
}

/** Name of the variable in `process.env.NAME`; `*` where `process.env` is used otherwise. */
function variableIn(node: Node): string[] {
  const { object, property, type } = node;
  if (isEnv(object))
    return [node['computed'] === true && (property as Node).type !== 'StringLiteral' ? '*' : (nameIn(property) ?? '*')];
  const { init, id } = node;
  if (type === 'VariableDeclarator' && isEnv(init)) {
    const properties = ((id as Node)['properties'] ?? []) as readonly Node[];
    return properties.length === 0 ? ['*'] : properties.map((one) => nameIn(one['key']) ?? '*');
  }
  return ((node['arguments'] ?? []) as readonly unknown[]).some(isEnv) ? ['*'] : [];
}

function isEnv(node: unknown): boolean {
  const { property, object } = (node ?? {}) as Partial<Node>;
  return nameIn(property) === 'env' && nameIn(object) === 'process';
}

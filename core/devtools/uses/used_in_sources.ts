import { relative } from 'node:path';
import type { UsedThing } from '../../hosting/internals.ts';
import { codeFilesIn, isCall, nameIn, nodesBelow, Source, type Node } from '../../cli/index.ts';
import { tablesInSql } from '../../infrastructure/database/index.ts';

/** How sources use the machine, by the kind of use: imported modules, called functions, and what a node names. */
const machine = {
  files: { imports: ['fs', 'fs/promises'], calls: [], named: () => [] },
  processes: { imports: ['child_process', 'cluster'], calls: [], named: programIn },
  hosts: {
    imports: 'net tls dgram dns http https http2 undici axios got node-fetch ws'.split(' '),
    calls: ['fetch', 'askServer', 'WebSocket', 'EventSource'],
    named: hostIn,
  },
} as const;

/** Functions of knex and of the database module that take the name of a table as an argument. */
const naming = ['table', 'from', 'into', 'q', 'knex', 'trx', 'insertRow', 'insertDemoRows', 'insertRows', 'changed'];
const changing = ['insert', 'update', 'delete', 'del', 'increment', 'decrement', 'truncate', 'upsert', 'merge'];
const changingHere = ['insertRow', 'insertDemoRows', 'insertRows', 'changed', 'Records', 'revise', 'deleteAged'];

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

/**
 * What the sources of a module use of the machine, `*` where they do not name it, and tables of other modules.
 * @param foreign names of these tables
 */
export function usedInSources(files: readonly ParsedFile[], foreign: readonly string[]): UsedThing[] {
  return files.flatMap(({ file, nodes }) => {
    const imported = nodes.map(importedBy);
    const machined = (Object.keys(machine) as (keyof typeof machine)[]).flatMap((kind) => {
      const { imports, calls, named } = machine[kind];
      const isUsed = imports.some((one) => imported.includes(one)) || nodes.some((node) => isCallOf(node, calls));
      const names = isUsed ? nodes.flatMap(named) : [];
      return (isUsed && names.length === 0 ? ['*'] : names).map((name) => ({ kind, name, file }));
    });
    const variables = nodes.flatMap(variableIn).map((name) => ({ kind: 'environment' as const, name, file }));
    const tables = nodes.flatMap(tablesAt).filter(([name]) => foreign.includes(name));
    return [
      ...machined,
      ...variables,
      ...tables.map(([name, access]) => ({ kind: 'tables' as const, name, access, file })),
    ];
  });
}

/** Name of the imported module, without `node:`; undefined for other nodes, and for imports of types. */
function importedBy(node: Node): string | undefined {
  const isImport = /^(Import|ExportNamed|ExportAll)Declaration$/.test(node.type);
  const isType = node['importKind'] === 'type' || node['exportKind'] === 'type';
  const isCalled = (node['callee'] as Node | undefined)?.type === 'Import' || isCallOf(node, importing);
  const source = isImport && !isType ? node['source'] : isCalled ? argumentsOf(node)[0] : undefined;
  return nameIn(source)?.replace(/^node:/, '');
}

const importing = ['require', 'getBuiltinModule'];

function argumentsOf(node: Node): readonly Node[] {
  return (node['arguments'] ?? []) as readonly Node[];
}

/** Whether a node calls or constructs one of these names, also as a method. */
function isCallOf(node: Node, names: readonly string[]): boolean {
  return (isCall(node) || node.type === 'NewExpression') && names.includes(calledName(node) ?? '');
}

/** Name of the called function or method. */
function calledName({ callee }: Node): string | undefined {
  return nameIn(callee) ?? nameIn((callee as Node)['property']);
}

/** Text of a string literal, or of the constant parts of a template. */
function textIn({ type, value, quasis }: Node): string | undefined {
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
  const text = isCallOf(node, starting) ? argumentsOf(node).map(textIn)[0] : undefined;
  return text === undefined ? [] : [text.split(/[\s$]/)[0] || '*'];
}

const starting = ['exec', 'execSync', 'execFile', 'execFileSync', 'spawn', 'spawnSync', 'fork'];

/** Name of the variable in `process.env.NAME`; `*` where `process.env` is used otherwise. */
function variableIn(node: Node): string[] {
  const { object, property, type, init, id } = node;
  if (isEnv(object))
    return [node['computed'] === true && (property as Node).type !== 'StringLiteral' ? '*' : (nameIn(property) ?? '*')];
  if (type !== 'VariableDeclarator' || !isEnv(init)) return argumentsOf(node).some(isEnv) ? ['*'] : [];
  const properties = ((id as Node)['properties'] ?? []) as readonly Node[];
  return properties.length === 0 ? ['*'] : properties.map((one) => nameIn(one['key']) ?? '*');
}

function isEnv(node: unknown): boolean {
  const { property, object } = (node ?? {}) as Partial<Node>;
  return nameIn(property) === 'env' && nameIn(object) === 'process';
}

type TableUse = readonly [table: string, access: 'read' | 'write'];

function tablesAt(node: Node): TableUse[] {
  const text = textIn(node);
  if (text !== undefined) return [...tablesInSql(text)];
  if (!isCall(node) && node.type !== 'NewExpression') return [];
  const named = isNaming(node) ? textsOf(node) : tableProperties(node);
  const access = isCallOf(node, changingHere) ? 'write' : 'read';
  const chained = isCallOf(node, changing) ? rootTables(node) : [];
  return [...named.map((table): TableUse => [table, access]), ...chained.map((table): TableUse => [table, 'write'])];
}

function isNaming(node: Node): boolean {
  return isCallOf(node, naming) || /Join$|^join$/.test(calledName(node) ?? '');
}

/** Texts among the arguments of a call, without an alias: `users` of `users as owners`. */
function textsOf(node: Node): string[] {
  return argumentsOf(node).flatMap((one) => textIn(one)?.split(/\s/)[0] ?? []);
}

/** Texts of the properties `table` of the objects that a call gets. */
function tableProperties(node: Node): string[] {
  const given = argumentsOf(node).flatMap((one) => (one['properties'] ?? []) as readonly Node[]);
  return given.flatMap(({ key, value }) => (nameIn(key) === 'table' ? (textIn(value as Node) ?? []) : []));
}

/** Tables at the start of a chain of calls, such as `notes` of `table('notes').where(...).update(...)`. */
function rootTables({ object, callee }: Node): string[] {
  const next = (object ?? callee) as Node | undefined;
  if (!next) return [];
  return isCall(next) && isNaming(next) ? textsOf(next) : rootTables(next);
}

import { tablesInSql } from '../../infrastructure/database/index.ts';
import { isCall, nameIn, type Node } from '../../cli/index.ts';
import { calledName, isCallOf, textIn, type ParsedFile } from './used_in_sources.ts';

export interface UsedTable {
  readonly table: string;
  readonly use: 'read' | 'write';
  /** Path below the folder of the module. */
  readonly file: string;
}

/** Functions of knex and of the database module that take the name of a table as an argument. */
const naming = ['table', 'from', 'into', 'q', 'knex', 'trx', 'insertRow', 'insertDemoRows', 'insertRows', 'changed'];
const changing = ['insert', 'update', 'delete', 'del', 'increment', 'decrement', 'truncate', 'upsert', 'merge'];
const changingHere = ['insertRow', 'insertDemoRows', 'insertRows', 'changed', 'Records', 'revise', 'deleteAged'];

/** Tables of other modules that the sources of a module name, in SQL and in calls. @param foreign names of these tables */
export function usedTables(files: readonly ParsedFile[], foreign: ReadonlySet<string>): UsedTable[] {
  const found = files.flatMap(({ file, nodes }) =>
    nodes.flatMap((node) => tablesAt(node).map(([table, use]) => ({ table, use, file }))),
  );
  return found.filter(({ table }) => foreign.has(table));
}

type Use = readonly [table: string, use: 'read' | 'write'];

function tablesAt(node: Node): Use[] {
  const text = textIn(node);
  if (text !== undefined) return [...tablesInSql(text)];
  if (!isCall(node) && node.type !== 'NewExpression') return [];
  const writes = isCallOf(node, changingHere);
  const named = isNaming(node) ? textsOf(node) : tableProperties(node);
  const chained = isCallOf(node, changing) ? (rootTables(node) ?? []) : [];
  return [
    ...named.map((table): Use => [table, writes ? 'write' : 'read']),
    ...chained.map((table): Use => [table, 'write']),
  ];
}

function isNaming(node: Node): boolean {
  return isCallOf(node, naming) || /Join$|^join$/.test(calledName(node) ?? '');
}

/** Texts among the arguments of a call, without an alias: `users` of `users as owners`. */
function textsOf(node: Node): string[] {
  const texts = (node['arguments'] as readonly Node[]).map((one) => textIn(one)?.split(/\s/)[0]);
  return texts.filter((text) => text !== undefined);
}

/** Texts of the properties `table` of the objects that a call gets. */
function tableProperties(node: Node): string[] {
  const given = (node['arguments'] as readonly Node[]).flatMap((one) => (one['properties'] ?? []) as readonly Node[]);
  return given.flatMap(({ key, value }) => (nameIn(key) === 'table' ? (textIn(value as Node) ?? []) : []));
}

/** Tables at the start of a chain of calls, such as `notes` of `table('notes').where(...).update(...)`. */
function rootTables(node: Node): string[] | undefined {
  for (
    let next = node['callee'] as Node | undefined;
    next;
    next = (next['object'] ?? next['callee']) as Node | undefined
  )
    if (isCall(next) && isNaming(next)) return textsOf(next);
  return undefined;
}

import { Type, type Static, type TArray, type TOptional, type TString } from '@sinclair/typebox';
import type { Layer } from './layers.ts';
import { ModuleFault } from './module_fault.ts';

/** Kinds of use, each with the words of a message about a thing that `uses` lacks. */
const actions = {
  services: 'asks for the service',
  changedServices: 'replaces or decorates the service',
  extensionPoints: 'contributes to the extension point',
  events: 'subscribes to the event',
  overrides: 'overrides the operation',
  open: 'serves without a credential',
  hosts: 'connects to the host',
  files: 'reads or writes the file',
  environment: 'reads the variable',
  processes: 'starts the program',
};

/** A key of `uses` whose value is a list of names. */
export type UsedKind = keyof typeof actions;

const list = Type.Optional(Type.Array(Type.String({ minLength: 1 }), { uniqueItems: true }));
const lists = Object.fromEntries(Object.keys(actions).map((kind) => [kind, list]));
const access = Type.Unsafe<'read' | 'write'>({ type: 'string', enum: ['read', 'write'] });

/** Key `uses` of a manifest. An absent list is an empty one; `*` in a list stands for names that are not known. */
export const usesSchema = Type.Object(
  {
    ...(lists as Record<UsedKind, TOptional<TArray<TString>>>),
    /** Tables of other modules, in its SQL and its migrations. */
    tables: Type.Optional(Type.Record(Type.String(), access)),
  },
  { additionalProperties: false },
);

/** What a module uses beyond its own addresses, services and tables. */
export type Uses = Static<typeof usesSchema>;

/** `uses` of a plugin, which the kernel compares; undefined for core and custom, and for a manifest without it. */
export function comparedUses(module: { layer: Layer; manifest: { uses?: Uses } }): Uses | undefined {
  return module.layer === 'plugins' ? module.manifest.uses : undefined;
}

/** Key of a method of a service: returns the object for a plugin, which refuses what the plugin's `uses` lacks. */
export const limitedTo = Symbol('limitedTo');

/** An entry of `uses`; `access` is that of a table. */
interface Use {
  readonly kind: keyof Uses;
  readonly name: string;
  readonly access?: 'read' | 'write' | undefined;
}

/** A thing that a module uses, with the file that uses it, below the root. */
export interface UsedThing extends Use {
  readonly file: string;
}

/** Text of an entry, such as `services "users"` or `tables "users" (write)`. */
export function useText({ kind, name, access }: Use): string {
  return `${kind} "${name}"${access ? ` (${access})` : ''}`;
}

/** Whether `uses` names a thing. */
export function covers(uses: Uses, { kind, name, access }: Use): boolean {
  if (kind === 'tables') return [access, 'write'].includes(uses.tables?.[name]);
  return uses[kind]?.some((one) => one === name || one === '*') ?? false;
}

/** Texts of the entries of `uses` that `limit` lacks. */
export function beyond({ tables = {}, ...names }: Uses, limit: Uses): string[] {
  const entries = [
    ...Object.entries(names).flatMap(([kind, some]) => some.map((name) => ({ kind: kind as UsedKind, name }))),
    ...Object.entries(tables).map(([name, access]) => ({ kind: 'tables' as const, name, access })),
  ];
  return entries.filter((one) => !covers(limit, one)).map(useText);
}

/** Fault of a plugin whose `uses` lacks a thing. @param user what uses it @param owner words on its owner */
export function undeclared(plugin: string, { kind, name, file }: UsedThing, [user, owner] = ['the plugin', '']) {
  const problem = `${user} ${actions[kind as UsedKind]} "${name}"${owner}, which "uses" does not name`;
  const fix = `add "${name}" to "uses.${kind}" in plugins/${plugin}/module.json`;
  return new ModuleFault(plugin, file, `${problem}; ${fix}.`);
}

import { Type, type Static } from '@sinclair/typebox';

const list = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1 }), { description, uniqueItems: true }));

/** Key `uses` of a manifest. An absent list is an empty one; `*` in a list stands for names that are not known. */
export const usesSchema = Type.Object(
  {
    services: list('Public services of other modules that it requests.'),
    changedServices: list('Services of other modules that it replaces or decorates.'),
    extensionPoints: list('Extension points that it contributes to.'),
    events: list('Events of other modules that it subscribes to.'),
    overrides: list('Operations of other modules that it overrides, such as `GET /courses/{id}`.'),
    open: list('Operations and mounts that it serves to callers without a credential.'),
    /** Tables of other modules, in its SQL and its migrations. */
    tables: Type.Optional(
      Type.Record(Type.String(), Type.Unsafe<'read' | 'write'>({ type: 'string', enum: ['read', 'write'] })),
    ),
    hosts: list('Hosts that it connects to.'),
    files: list('Files and folders that it reads or writes.'),
    environment: list('Environment variables that it reads, besides those of its configuration.'),
    processes: list('Programs that it starts.'),
  },
  { additionalProperties: false },
);

/** What a module uses beyond its own addresses, services and tables. */
export type Uses = Static<typeof usesSchema>;

/** A key of `uses` whose value is a list of names. */
export type UsedKind = Exclude<keyof Uses, 'tables'>;

/** A thing that a module uses, with the file that uses it, below the root. */
export interface UsedThing {
  readonly kind: UsedKind;
  readonly name: string;
  readonly file: string;
}

/** Whether `uses` names a thing. */
export function covers(uses: Uses, kind: UsedKind, name: string): boolean {
  const names = uses[kind] ?? [];
  return names.includes(name) || names.includes('*');
}

/** Entries of `uses` that `limit` lacks, such as `services "users"` or `tables "users" (write)`. */
export function beyond(uses: Uses, limit: Uses): string[] {
  const { tables = {}, ...lists } = uses;
  const names = Object.entries(lists).flatMap(([kind, entries]) =>
    entries.filter((name) => !covers(limit, kind as UsedKind, name)).map((name) => `${kind} "${name}"`),
  );
  const isWithin = (name: string) => [tables[name], 'write'].includes(limit.tables?.[name]);
  const more = Object.keys(tables).filter((name) => !isWithin(name));
  return [...names, ...more.map((name) => `tables "${name}" (${tables[name]})`)];
}

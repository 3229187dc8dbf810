/** Operations of a resource, by method name (specification, section 1.3). */
export const operations = ['search', 'get', 'add', 'update', 'remove'] as const;

/** Name of a method of a resource class that becomes a route. */
export type Operation = (typeof operations)[number];

/** Operations on one object, at `/resources/{id}` unless the resource is a singleton. */
export type ItemOperation = 'get' | 'update' | 'remove';

interface Mapping {
  readonly methods: readonly string[];
  readonly onItem: boolean;
  readonly body: boolean;
}

/** HTTP methods of each operation, whether it works on one object, and whether it reads a body. */
export const httpMapping: Readonly<Record<Operation, Mapping>> = {
  search: { methods: ['GET'], onItem: false, body: false },
  get: { methods: ['GET'], onItem: true, body: false },
  add: { methods: ['POST'], onItem: false, body: true },
  update: { methods: ['PATCH', 'PUT'], onItem: true, body: true },
  remove: { methods: ['DELETE'], onItem: true, body: false },
};

export function isOperation(name: string): name is Operation {
  return (operations as readonly string[]).includes(name);
}

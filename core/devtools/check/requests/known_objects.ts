import fc from 'fast-check';
import { templateOf, type DocumentedOperation } from '../../../hosting/internals.ts';
import { bodiesOf, type AttemptBody, type KnownObject } from './attempts.ts';
import type { Client, Received } from './client.ts';
import { admittedTo, type Persona } from './personas.ts';
import { sentOf } from './sending.ts';
import { validObject } from './valid_values.ts';

interface Search {
  readonly operations: readonly DocumentedOperation[];
  readonly personas: readonly Persona[];
  readonly client: Client;
  readonly seed: number;
}

/** Largest number of generated bodies to try until one creates an object. */
const MAX_BODIES = 20;
/** Largest number of objects to keep of one list or parent. */
const MAX_OBJECTS = 3;
/** Largest number of parents to search for objects. */
const MAX_PARENTS = 20;

/**
 * Existing objects of the module by their paths without values: demo data, and objects that operations have created.
 */
export class KnownObjects {
  readonly #found = new Map<string, KnownObject[]>();

  /**
   * Creates objects with the given operations, parents first, and reads lists. Then looks for objects that have the id of
   * a caller.
   */
  static async find(search: Search): Promise<KnownObjects> {
    const known = new KnownObjects();
    const places = search.operations.map(({ path }) => templateOf(path));
    const holding = search.operations
      .filter(({ path }) => places.some((place) => place.startsWith(`${templateOf(path)}/{}`)))
      .toSorted((a, b) => depthOf(a.path) - depthOf(b.path) || order.indexOf(a.method) - order.indexOf(b.method));
    for (const operation of holding) await known.#look(operation, search);
    for (const operation of search.operations) if (isOfUser(operation)) await known.#lookAtUsers(operation, search);
    return known;
  }

  /** Whether an object is known for the last parameter in the path of an operation. */
  has(path: string): boolean {
    const template = templateOf(path);
    return this.#found.has(template.slice(0, template.lastIndexOf('{}') + 2));
  }

  /** Known objects at the path of an operation, else the nearest known parents, with 1 for each missing id; or none. */
  at(path: string): readonly KnownObject[] {
    const depth = depthOf(path);
    const parts = templateOf(path).split('{}');
    for (let end = parts.length; end > 1; end--) {
      const found = this.#found.get(`${parts.slice(0, end - 1).join('{}')}{}`);
      if (found)
        return found.map((one) => ({ ...one, path: [...one.path, ...Array<string>(depth).fill('1')].slice(0, depth) }));
    }
    return [];
  }

  async #look(operation: DocumentedOperation, search: Search): Promise<void> {
    const parents = depthOf(operation.path) === 0 ? [undefined] : [...this.at(operation.path), undefined];
    for (const parent of parents.slice(0, MAX_PARENTS)) {
      const personas = parent
        ? search.personas.filter(({ name }) => name === parent.persona)
        : admittedTo(operation, search.personas);
      for (const persona of personas) {
        const path = parent?.path ?? Array<string>(depthOf(operation.path)).fill('1');
        const ids = await idsFrom(operation, { persona, path }, search);
        for (const id of ids.slice(0, MAX_OBJECTS))
          this.#add(operation.path, { persona: persona.name, path: [...path, id] });
      }
    }
  }

  /** Looks for objects that have the id of their user, such as a membership, because no list contains these. */
  async #lookAtUsers(operation: DocumentedOperation, { personas, client }: Search): Promise<void> {
    for (const { name, id, credential } of personas) {
      if (id === undefined || this.has(operation.path)) continue;
      const sent = await sentOf(operation, { persona: name, path: [id], headers: {}, query: {} }, credential);
      const { status } = await client.send(sent);
      if (status < 300) this.#add(operation.path.replace(/\/\{\w+\}$/, ''), { persona: name, path: [id] });
    }
  }

  #add(path: string, object: KnownObject): void {
    const place = `${templateOf(path)}/{}`;
    this.#found.set(place, [...(this.#found.get(place) ?? []), object]);
  }
}

const order = ['POST', 'GET'];
// Statuses that other input may avoid.
const dependsOnInput = new Set([400, 404, 409, 413, 422]);

/** Ids in the first successful answer: of a list, or of a request that creates an object. Empty without success. */
async function idsFrom(
  operation: DocumentedOperation,
  { persona, path }: { readonly persona: Persona; readonly path: readonly string[] },
  { client, seed }: Search,
): Promise<readonly string[]> {
  if (!order.includes(operation.method)) return [];
  const common = { persona: persona.name, path, headers: {}, query: {} };
  for (const more of operation.method === 'POST' ? bodiesToTry(operation, seed) : [{}]) {
    const received = await client.send(await sentOf(operation, { ...common, ...more }, persona.credential));
    if (received.status < 300) return idsOf(received);
    if (!dependsOnInput.has(received.status)) break;
  }
  return [];
}

/** Bodies to try: examples of the OpenAPI document, then generated ones. Without a body, one empty object. */
export function bodiesToTry(operation: DocumentedOperation, seed: number): readonly { readonly body?: AttemptBody }[] {
  const [declared] = bodiesOf(operation);
  if (!declared) return [{}];
  const { type, schema } = declared;
  const { examples = [] } = schema;
  const generated = fc.sample(validObject(schema), { seed, numRuns: MAX_BODIES });
  return [...examples, ...generated].map((fields) => ({ body: { type, fields } }));
}

function idsOf({ body }: Received): string[] {
  const { data, id } = (body ?? {}) as { data?: unknown; id?: unknown };
  const objects = Array.isArray(body) ? body : Array.isArray(data) ? data : [{ id }];
  return objects.flatMap((one: { id?: unknown } | null) =>
    typeof one?.id === 'string' || typeof one?.id === 'number' ? [String(one.id)] : [],
  );
}

/** Whether an operation reads an object by one value of its path, which may be the id of a user. */
function isOfUser({ method, path }: DocumentedOperation): boolean {
  return method === 'GET' && depthOf(path) === 1 && path.endsWith('}');
}

/** Number of values in a path. */
export function depthOf(path: string): number {
  return path.split('{').length - 1;
}

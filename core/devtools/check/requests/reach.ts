import fc from 'fast-check';
import { templateOf, type DocumentedOperation, type Route } from '../../../hosting/internals.ts';
import type { Part } from '../parts/part.ts';
import type { AtWork } from '../subject.ts';
import { validAttemptsAt, type Attempt } from './attempts.ts';
import { order } from './fuzz.ts';
import { bodiesToTry, depthOf, KnownObjects } from './known_objects.ts';
import { admittedTo } from './personas.ts';
import { sentOf } from './sending.ts';

/** Largest number of requests to an operation. Requests end earlier when the parts at the operation have run. */
const MAX_REQUESTS = 60;
const MAX_QUERIES = 5;
/** Modules whose operations are not called. Operations of the console change files of the installation. */
const notAsked = new Set(['console']);

/**
 * Sends valid requests to operations of all modules at which parts of the checked module have not run. Reads come first
 * and deletions last.
 */
export async function reach(atWork: AtWork, seed: number): Promise<void> {
  const routes = atWork.kernel.routes.filter(({ module }) => !notAsked.has(module));
  const rank = ({ methods: [method = ''] }: Route) => order.indexOf(method);
  for (const route of routes.toSorted((a, b) => rank(a) - rank(b))) {
    const idle = atWork.parts.all.filter(({ terms, hasRun }) => !hasRun && terms.isAt?.(route));
    const [operation] = idle.length > 0 ? atWork.contract.operationsOf(route) : [];
    if (operation) await reachBy(operation, idle, { ...atWork, seed });
  }
}

type Asked = AtWork & { readonly seed: number };

async function reachBy(operation: DocumentedOperation, parts: readonly Part[], asked: Asked): Promise<void> {
  const above = asked.contract.operations.filter(
    ({ method, path }) => method === 'GET' && templateOf(operation.path).startsWith(`${templateOf(path)}/{}`),
  );
  const known = await KnownObjects.find({ ...asked, operations: [operation, ...above] });
  const paths = known.at(operation.path).map(({ path }) => path);
  const fields = parts.flatMap(({ terms }) => terms.fields ?? []).join(',');
  for (const { persona, ...rest } of attempts(operation, paths, asked).slice(0, MAX_REQUESTS)) {
    const attempt = fields === '' ? rest : { ...rest, query: { ...rest.query, fields } };
    await asked.client.send(await sentOf(operation, { ...attempt, persona: persona.name }, persona.credential));
    if (parts.every(({ hasRun }) => hasRun)) return;
  }
}

/**
 * Requests with valid input, examples of the document first, each by all admitted callers, the most permitted first.
 */
function attempts(operation: DocumentedOperation, paths: readonly (readonly string[])[], { personas, seed }: Asked) {
  const places = paths.length > 0 ? paths : [Array<string>(depthOf(operation.path)).fill('1')];
  const generated = fc.sample(validAttemptsAt(operation, ''), { seed, numRuns: MAX_QUERIES });
  const inputs = bodiesToTry(operation, seed).flatMap(({ body }): Pick<Attempt, 'query' | 'body'>[] =>
    body ? [{ query: {}, body }] : [{ query: {} }, ...generated.map(({ query }) => ({ query }))],
  );
  const callers = admittedTo(operation, personas).toReversed();
  return inputs.flatMap((input) =>
    callers.flatMap((persona) => places.map((path) => ({ persona, path, headers: {}, ...input }))),
  );
}

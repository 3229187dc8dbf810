import fc from 'fast-check';
import { reasonOf, type Contract, type DocumentedOperation } from '../../../hosting/internals.ts';
import type { LogLines } from '../log_lines.ts';
import { attemptsAt, type Attempt } from './attempts.ts';
import type { Part } from '../parts/part.ts';
import type { Parts } from '../parts/parts.ts';
import type { Client } from './client.ts';
import { depthOf, KnownObjects } from './known_objects.ts';
import { admittedTo, type Persona } from './personas.ts';
import { sentOf } from './sending.ts';
import { operationName, type Traffic } from './traffic.ts';

/** Input of a fuzzing run: random requests to the operations of the checked module. */
export interface FuzzPlan {
  readonly operations: readonly DocumentedOperation[];
  readonly personas: readonly Persona[];
  readonly contract: Contract;
  readonly client: Client;
  readonly logs: LogLines;
  readonly parts: Parts;
  readonly traffic: Traffic;
  readonly seed: number;
  /** Largest number of generated requests to each operation; shrinking a failed request sends further ones. */
  readonly runs: number;
}

/** A wrong answer of an operation, with its request shrunk to a minimum. */
export interface WrongAnswer {
  readonly operation: DocumentedOperation;
  readonly problem: Misbehaviour;
  readonly attempt: Attempt;
}

/**
 * A defect of an answer: `broken` for a 5xx status, `undocumented` for an answer that violates the OpenAPI document.
 */
export interface Misbehaviour {
  readonly kind: 'broken' | 'undocumented';
  readonly message: string;
  /** Operation hook, event check or resolver of the module that made the operation answer 5xx. */
  readonly part?: Part | undefined;
}

// URI and headers too long: the server answers these statuses before it knows the operation.
const beforeRouting = new Set([414, 431]);
const LIMIT_MS = 60_000;
/** Order of methods: deletions come last, so that objects remain for the other operations. */
export const order = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];
// Additional weight of personas with the required permission, so that enough requests reach the operation.
const SHARE_OF_ADMITTED = 4;

/** Sends generated requests to every operation of the module. @returns at most one wrong answer of each operation */
export async function fuzz(plan: FuzzPlan): Promise<readonly WrongAnswer[]> {
  const found: WrongAnswer[] = [];
  const known = await KnownObjects.find(plan);
  const operations = plan.operations.toSorted(
    (a, b) => order.indexOf(a.method) - order.indexOf(b.method) || depthOf(b.path) - depthOf(a.path),
  );
  for (const operation of operations) {
    const one = await fuzzOne(operation, { ...plan, known });
    if (one) found.push(one);
  }
  return found;
}

async function fuzzOne(
  operation: DocumentedOperation,
  plan: FuzzPlan & { readonly known: KnownObjects },
): Promise<WrongAnswer | undefined> {
  if (plan.known.has(operation.path)) plan.traffic.addObject(operation);
  const names = weighed(plan.personas, operation).map(({ name }) => name);
  let problem: Misbehaviour | undefined;
  const property = fc.asyncProperty(attemptsAt(operation, names, plan.known.at(operation.path)), async (attempt) => {
    const found = await misbehaviour(operation, attempt, plan);
    problem = found ?? problem;
    return found === undefined;
  });
  const details = await fc.check(property, {
    seed: plan.seed,
    numRuns: plan.runs,
    // oxlint-disable-next-line typescript/no-deprecated -- the type of the plugin in its place fits no property
    interruptAfterTimeLimit: LIMIT_MS,
  });
  const attempt = details.counterexample?.[0];
  return attempt && problem && { operation, problem, attempt };
}

function weighed(personas: readonly Persona[], operation: DocumentedOperation): Persona[] {
  const admitted = operation.tree['x-permission'] === undefined ? [] : admittedTo(operation, personas);
  return [...personas, ...Array.from({ length: SHARE_OF_ADMITTED }, () => admitted).flat()];
}

async function misbehaviour(
  operation: DocumentedOperation,
  attempt: Attempt,
  { client, personas, contract, logs, parts, traffic }: FuzzPlan,
): Promise<Misbehaviour | undefined> {
  const persona = personas.find(({ name }) => name === attempt.persona) as Persona;
  const sent = await sentOf(operation, attempt, persona.credential);
  parts.takeFailed();
  const received = await client.send(sent).catch((error: unknown) => `does not answer: ${reasonOf(error)}`);
  if (typeof received === 'string') return { kind: 'broken', message: received, part: parts.takeFailed() };
  traffic.add({ operation, persona: persona.name, sent, received });
  const { status, body } = received;
  if (beforeRouting.has(status)) return undefined;
  if (status >= 500) {
    const reason = logs.reasonOf((body as { requestId?: unknown } | null)?.requestId);
    const message = `answers ${status}${reason === undefined ? '' : `: ${reason}`}`;
    return { kind: 'broken', message, part: parts.takeFailed() };
  }
  // The parameter `fields` selects fields, so an answer may lack fields that its schema requires.
  if (attempt.query['fields'] !== undefined && status < 400) return undefined;
  const problem = contract.problem(operation, received);
  return problem === undefined ? undefined : { kind: 'undocumented', message: `answers ${status}, but ${problem}` };
}

const MAX_LENGTH = 300;

/**
 * Formats the failing request of a finding: `POST /api/notes as admin {"type":"application/json","body":{"text":""}}`.
 */
export function described({ operation, attempt }: WrongAnswer): string {
  const { persona, path, query, headers, body } = attempt;
  const said = {
    ...(path.length > 0 && { path }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body && { type: body.type, body: body.text ?? body.fields }),
  };
  const text = JSON.stringify(said);
  return `${operationName(operation)} as ${persona} ${text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}...` : text}`;
}

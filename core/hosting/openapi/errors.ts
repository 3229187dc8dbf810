import { STATUS_CODES } from 'node:http';
import { isVerbatim } from '../../kernel/declare/answer.ts';
import type { Route } from '../../kernel/routes/route.ts';
import type { FailureKind, RestatedFailure } from '../../kernel/declare/failure.ts';
import { rawTypes } from '../../kernel/declare/input.ts';
import { httpMapping } from '../../kernel/base/operations.ts';
import { standardFailures } from '../../kernel/declare/standard_failures.ts';
import type { Components } from './components.ts';
import { headersOf } from './headers.ts';
import { mayMiss, operationName } from './request_schema.ts';
import { verbatimContent } from './verbatim.ts';
import type { Tree } from '../../kernel/base/tree.ts';
import { capital } from './words.ts';

/** A failure with the code and status that one route gives it. */
export interface Outcome {
  readonly title: string;
  readonly code: number;
  readonly status: number;
  readonly message: string;
}

export interface ErrorContext {
  readonly components: Components;
  /** Whether the document lists every media type of a body. */
  readonly allBodies: boolean;
  /** Failures of wrong credentials, which open routes report as well. */
  readonly ofCredentials: readonly FailureKind[];
}

/** Builds the responses of a route for every failure, by status: references to shared components. */
export function errorResponses(route: Route, context: ErrorContext): Tree {
  const byStatus = new Map<number, Outcome[]>();
  for (const one of outcomesOf(route, context.ofCredentials))
    byStatus.set(one.status, [...(byStatus.get(one.status) ?? []), one]);
  const responses = [...byStatus].map(
    ([status, outcomes]) => [status, sharedResponse(route, outcomes, context)] as const,
  );
  return Object.fromEntries(responses);
}

/** Largest number of failures in the name of a response; more would make the name unwieldy. */
const MAX_NAMED_FAILURES = 3;
const UNAUTHORIZED = 401;
const TOO_MANY = 429;

function sharedResponse(route: Route, outcomes: readonly Outcome[], { components, allBodies }: ErrorContext): Tree {
  const plain = errorResponse(outcomes, { allBodies, components });
  const name = responseName(route, outcomes);
  if (isVerbatim(route.answer)) return components.response(`${name}OrText`, alsoVerbatim(plain), route.module);
  return components.response(name, plain, route.module);
}

/** Names a response by the titles of its failures; with many failures, by operation and status, or for 401 by purpose. */
function responseName(route: Route, outcomes: readonly Outcome[]): string {
  if (outcomes.length <= MAX_NAMED_FAILURES) return outcomes.map(({ title }) => capital(title)).join('Or');
  const [{ status } = { status: 0 }] = outcomes;
  if (status === UNAUTHORIZED) return route.access.kind === 'open' ? 'WrongCredential' : 'Unauthorized';
  return `${operationName(route)}${status}`;
}

/** Adds the content of a verbatim operation, which chooses its status itself and may choose the status of these errors. */
function alsoVerbatim({ content, ...response }: ErrorResponse): Tree {
  const { 'application/json': own } = content;
  const schema = { anyOf: [own.schema, verbatimContent['application/json'].schema] };
  return { ...response, content: { ...verbatimContent, ...content, 'application/json': { ...own, schema } } };
}

type ErrorResponse = ReturnType<typeof errorResponse>;

function errorResponse(outcomes: readonly Outcome[], { allBodies, components }: Omit<ErrorContext, 'ofCredentials'>) {
  const [{ status } = { status: 0 }] = outcomes;
  const lines = outcomes.map(({ code, message }) => `- code ${code}: ${message}`);
  return {
    description: [STATUS_CODES[status], '', ...lines].join('\n'),
    headers: headersOf(
      'Cache-Control',
      ...(status === UNAUTHORIZED ? (['WWW-Authenticate'] as const) : []),
      ...(status === TOO_MANY || status === 503 ? (['Retry-After'] as const) : []),
      ...(status === TOO_MANY ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
    ),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        ...(components.hasStandardErrors && { examples: examplesOf(outcomes) }),
      },
      ...(allBodies && { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }),
    },
  };
}

function examplesOf(outcomes: readonly Outcome[]): Tree {
  return Object.fromEntries(
    outcomes.map(({ title, status, code, message }) => {
      const value = { error: { code, message }, ...(status >= 500 && { requestId: '2UdHlWuHyQlT-5' }) };
      return [title, { summary: message, value }];
    }),
  );
}

/**
 * Failures of a route and of the kernel's checks before it, with code and status as the route redefines them; each once,
 * sorted by status, code and message.
 */
export function outcomesOf(route: Route, ofCredentials: readonly FailureKind[]): Outcome[] {
  const restated = (kind: FailureKind) => route.fails.find((one) => 'kind' in one && one.kind === kind) ?? kind;
  const all = [...[...checksOf(route), ...ofCredentials].map(restated), ...route.fails].map(outcomeOf);
  const distinct = new Map(all.map((one) => [`${one.status} ${one.code} ${one.message}`, one]));
  return [...distinct.values()].sort(
    (a, b) => a.status - b.status || a.code - b.code || (a.message < b.message ? -1 : 1),
  );
}

function outcomeOf(failure: FailureKind | RestatedFailure): Outcome {
  const { status, code } = failure;
  const kind = 'kind' in failure ? failure.kind : failure;
  return { title: kind.title, code, status, message: kind.message };
}

function checksOf({ access, input, operation, parameters, revised, idempotent }: Route): FailureKind[] {
  const { badRequest, notAcceptable, internal, unavailable, ...failures } = standardFailures;
  // Also without input: strict handling reads every body.
  const readsBody = httpMapping[operation].body;
  const types = rawTypes(input);
  return [
    badRequest,
    notAcceptable,
    internal,
    unavailable,
    ...(access.kind === 'open' ? [] : [failures.loginRequired]),
    ...(access.kind === 'permission' ? [failures.permissionDenied] : []),
    ...(parameters.length > 0 ? [failures.noSuchObject] : []),
    // Also without input: strict handling refuses every parameter.
    ...(types ? [] : [failures.invalidParameter]),
    ...(mayMiss(input) ? [failures.missingParameter] : []),
    // A write without revisions rejects `If-Match` too: the client would believe that the condition was checked.
    ...(revised || !httpMapping[operation].methods.includes('GET') ? [failures.preconditionFailed] : []),
    ...(idempotent ? [failures.conflict, failures.keyReused] : []),
    ...(readsBody ? [failures.bodyTooLarge] : []),
    ...(readsBody && !types?.includes('*/*') ? [failures.unsupportedMediaType] : []),
  ];
}

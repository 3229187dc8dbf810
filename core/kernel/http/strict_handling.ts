import type { IncomingHttpHeaders } from 'node:http';
import { Type } from '@sinclair/typebox';
import { isUnfiltered } from '../declare/answer.ts';
import { failureOf, type Failure, type FieldProblem } from '../declare/failure.ts';
import { declaresFields, type InputFields } from '../declare/input.ts';
import { standardFailures } from '../declare/standard_failures.ts';
import { MAX_DETAILS } from '../compile/input_failures.ts';
import { httpMapping } from '../base/operations.ts';
import { unknownFieldFinder } from '../compile/unknown_fields.ts';
import type { Route } from '../routes/route.ts';
import type { RequestContext } from './request_context.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reports fields that a route has dropped. */
export type ReportUnknown = (route: Route, unknown: readonly FieldProblem[]) => void;

interface StrictParts {
  /** `credentialParameters`. */
  readonly credentials: readonly (readonly string[])[];
  readonly hooks: { readonly requests: { readonly droppedInput?: ReportUnknown | undefined } };
}

/** Refuses undeclared fields of one route, for requests with `Prefer: handling=strict` (RFC 7240). */
export class StrictHandling {
  #find: ((query: Fields, body: unknown) => FieldProblem[]) | undefined;

  constructor(
    private readonly route: Route,
    private readonly parts: StrictParts,
  ) {}

  /** @param body fields of the body; undefined if the route reads the query */
  refusalOf(context: RequestContext, body: unknown): Failure | undefined {
    const { credentials, hooks } = this.parts;
    const { droppedInput: report } = hooks.requests;
    const strict = isStrict(context.message.headers);
    if (!declaresFields(this.route.input) || (!strict && !report)) return undefined;
    this.#find ??= findIn(this.route);
    const unknown = this.#find(withoutCredentials(context.query, credentials), body);
    if (unknown.length > 0) report?.(this.route, unknown);
    if (!strict) return undefined;
    if (!context.response.headersSent) context.response.setHeader('Preference-Applied', 'handling=strict');
    return unknown.length > 0 ? failureOf(standardFailures.invalidParameter, unknown) : undefined;
  }
}

/** Compiled at the first use, as few clients ask for it. */
function findIn({ input, answer, operation }: Route): (query: Fields, body: unknown) => FieldProblem[] {
  const { methods, body: hasBody } = httpMapping[operation];
  const selects = methods.includes('GET') && !isUnfiltered(answer);
  const inQuery = unknownFieldFinder({
    ...(hasBody ? alsoInQuery(input) : input),
    ...(selects && { fields: Type.Unknown() }),
  });
  const inBody = unknownFieldFinder(input);
  return (query, body) => [...inQuery(query), ...inBody(body)].slice(0, MAX_DETAILS);
}

function alsoInQuery(fields: InputFields): InputFields {
  return Object.fromEntries(Object.entries(fields).filter(([, schema]) => schema['alsoInQuery'] === true));
}

/** Leaves out the parameters of credentials, which are known where the first one of a credential is given. */
function withoutCredentials(query: Fields, credentials: StrictParts['credentials']): Fields {
  const given = credentials.filter(([first = '']) => first in query).flat();
  if (given.length === 0) return query;
  return Object.fromEntries(Object.entries(query).filter(([name]) => !given.includes(name)));
}

const preferences = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;
const handling = /^\s*handling\s*=\s*(?:"(\w*)"|(\w*))\s*(?:;|$)/i;

/** Whether a request prefers strict handling. The first of several values counts, as RFC 7240 says. */
export function isStrict({ prefer }: IncomingHttpHeaders): boolean {
  if (prefer === undefined) return false;
  for (const [preference] of String(prefer).matchAll(preferences)) {
    const [found, quoted, plain] = handling.exec(preference) ?? [];
    if (found !== undefined) return (quoted ?? plain ?? '').toLowerCase() === 'strict';
  }
  return false;
}

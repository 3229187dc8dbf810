import { isVerbatim } from '../../kernel/declare/answer.ts';
import type { Authenticator } from '../../kernel/auth/authenticator.ts';
import type { Route } from '../../kernel/routes/route.ts';
import type { Deprecation } from '../api/route_settings.ts';
import type { FailureKind } from '../../kernel/declare/failure.ts';
import type { Access } from '../../kernel/declare/resource_records.ts';
import { anyFields, type InputFields } from '../../kernel/declare/input.ts';
import { httpMapping } from '../../kernel/base/operations.ts';
import { standardFailures } from '../../kernel/declare/standard_failures.ts';
import { answerResponse, notModified, type AnswerContext } from './answer_schema.ts';
import { errorResponses } from './errors.ts';
import { originalRoute } from './original_route.ts';
import { parametersFor } from './parameters.ts';
import { isRequired, operationId, requestBody, type SchemaContext } from './request_schema.ts';
import type { Tree } from '../../kernel/base/tree.ts';
import { summaryOf } from './words.ts';

/** Context that all operations of an OpenAPI document share. */
export interface OperationContext extends AnswerContext, SchemaContext {
  /** Authenticators in order of rank. */
  readonly authenticators: readonly Authenticator[];
  /** Makes an operation id unique within the document. */
  readonly unique: (name: string) => string;
}

export interface OperationAddress {
  readonly path: string;
  readonly method: string;
}

/** Builds the OpenAPI operation object of a route. */
export function operationOf(route: Route, place: OperationAddress, context: OperationContext): Tree {
  const { authenticators, unique, examples } = context;
  const id = unique(operationId(route, place.method));
  const hint = examples.ofRequest(id) ?? examples.ofRequest(operationId(route, route.methods[0] ?? ''));
  const [summary, ...details] = sentencesOf(route.summary ?? summaryOf(route));
  const body = requestBody(route, context);
  const parameters = parametersFor(route, place.path, { ...context, given: hint?.parameters });
  return {
    operationId: id,
    summary,
    description: [...details, describe(route, place.method)].join(' '),
    tags: [originalRoute(route).module],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      [route.creates ? 201 : 200]: answerResponse(route, context),
      ...(route.methods.includes('GET') && !isVerbatim(route.answer) && { 304: notModified(route, context) }),
      ...errorResponses(route, { ...context, ofCredentials: failuresOf(authenticators) }),
      ...(isVerbatim(route.answer) && { default: answerResponse(route, context) }),
    },
    security: securityOf(route, authenticators),
    ...(route.deprecation && { deprecated: true }),
    ...extensionsOf(route),
    ...(hint !== undefined && { 'x-example': hint }),
  };
}

/** Splits a summary: its first sentence, without the period, is the summary; further ones belong to the description. */
function sentencesOf(text: string): string[] {
  const [, first = text, rest = ''] = /^(.*?)\.(?:\s+(.*))?$/s.exec(text) ?? [];
  return rest === '' ? [first] : [first, rest];
}

/** Failures with which the authenticators refuse credentials. */
export function failuresOf(authenticators: readonly Authenticator[]): FailureKind[] {
  return [...new Set(authenticators.flatMap(({ fails = [standardFailures.invalidCredential] }) => fails))];
}

function describe({ access, input, methods, deprecation, operation }: Route, method: string): string {
  const keeps = input === anyFields || Object.values(input).some((field) => !isRequired(field));
  const name = `Another name for ${methods[0]}${keeps ? ': omitted fields stay unchanged' : ''}. `;
  const alias = method === methods[0] ? '' : name;
  const inQuery = httpMapping[operation].body ? alsoInQuery(input) : '';
  return alias + whoMayCall(access) + inQuery + endOf(deprecation);
}

/** Names the body fields that the query may have instead. As parameters of their own, they would be listed twice. */
function alsoInQuery(input: InputFields): string {
  const names = Object.entries(input).flatMap(([name, field]) =>
    field['alsoInQuery'] === true ? [`\`${name}\``] : [],
  );
  return names.length === 0 ? '' : ` Read from the query if the body leaves them out: ${names.join(', ')}.`;
}

function whoMayCall(access: Access): string {
  if (access.kind === 'permission') return `Needs the permission \`${access.permission}\`.`;
  return access.kind === 'open' ? 'Open to anyone.' : 'Needs a user who has signed in.';
}

/** Deprecation notice: since when, until when, and which operation replaces it. */
function endOf(deprecation: Deprecation | undefined): string {
  if (!deprecation) return '';
  const { since, sunset, link, successor } = deprecation;
  return [
    since ? ` Deprecated since ${dayOf(since)}` : ' Deprecated',
    sunset ? `, gone after ${dayOf(sunset)}` : '',
    successor === undefined ? '' : `; use \`${successor}\` instead`,
    link === undefined ? '.' : `: see <${link}>.`,
  ].join('');
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Security requirements: each authenticator is an alternative; `{}` allows requests without a credential. */
function securityOf({ access }: Route, authenticators: readonly Authenticator[]): Tree[] {
  const each = authenticators.map(({ name }) => ({ [name]: [] }));
  return access.kind === 'open' ? [{}, ...each] : each;
}

/** Extensions (`x-...`), such as source, overrides and hooks of the operation, permission, and day of removal. */
function extensionsOf({ access, overridden, hooks, final, deprecation, ...origin }: Route): Tree {
  return {
    'x-origin': {
      ...originOf(origin),
      ...(overridden.length > 0 && { overrides: overridden.map(originOf) }),
      ...(hooks && { hooks: hooks.map(originOf) }),
      ...(final !== undefined && { final }),
    },
    ...(access.kind === 'permission' && { 'x-permission': access.permission }),
    ...(deprecation?.sunset && { 'x-sunset': dayOf(deprecation.sunset) }),
  };
}

function originOf({ layer, module, file }: Pick<Route, 'layer' | 'module' | 'file'>): Tree {
  return { layer, module, file };
}

import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { Change } from '../../../../../core/devtools/plan/document/change.ts';
import { compareDocuments } from '../../../../../core/devtools/plan/document/compare_documents.ts';
import type { Tree } from '../../../../../core/devtools/plan/document/tree.ts';
import { operationCases } from './operation_cases.ts';
import { components, schemaCases, stricterCases, type SchemaCase, type Severity } from './schema_cases.ts';

/** A document of one operation. `path` has the parameters of its path. */
function documentOf({ path = [], ...operation }: Tree): Tree {
  return { paths: { '/books': { parameters: path, post: { responses: {}, ...operation } } }, components };
}

function severityOf(changes: readonly Change[]): Severity {
  if (changes.some(({ breaking }) => breaking)) return 'breaking';
  if (changes.some(({ surprising }) => surprising)) return 'may surprise';
  return changes.length > 0 ? 'harmless' : 'silent';
}

const compare = (before: Tree, after: Tree) => severityOf(compareDocuments({ before, after }));
const json = (schema: Tree) => ({ content: { 'application/json': { schema } } });
const field = (title: Tree) => ({ type: 'object', properties: { title }, required: ['title'] });

/** Places of a schema in an operation, by the beginning of the names of rules. */
const sent: Record<string, (schema: Tree) => Tree> = {
  'request-parameter': (schema) => ({ parameters: [{ name: 'q', in: 'query', schema }] }),
  'request-body': (schema) => ({ requestBody: json(schema) }),
  'request-property': (schema) => ({ requestBody: json(field(schema)) }),
};
const answered: Record<string, (schema: Tree) => Tree> = {
  'response-body': (schema) => ({ responses: { 200: json(schema) } }),
  'response-property': (schema) => ({ responses: { 200: json({ type: 'array', items: field(schema) }) } }),
};

function check(places: typeof sent, [rule, before, after]: SchemaCase, severity: Severity): void {
  for (const [place, at] of Object.entries(places))
    it(`${place}-${rule}: ${severity}`, () => {
      expect(compare(documentOf(at(before)), documentOf(at(after)))).to.equal(severity);
    });
}

// The rules of oasdiff 1.11, and those of 1.31 for what 1.11 does not compare: an error breaks clients, a warning may surprise
// them, and information is harmless. Left out are `x-extensible-enum` and `x-stability-level`, which are extensions of others.
describe('The severity of a difference between OpenAPI documents', () => {
  describe('of schemas, as in oasdiff', () => {
    for (const one of schemaCases) {
      check(sent, one, one[3]);
      check(answered, one, one[4]);
    }
  });

  describe('of schemas, stricter than in oasdiff', () => {
    for (const one of stricterCases) {
      check(sent, one, one[3]);
      check(answered, one, one[4]);
    }
  });

  describe('of operations', () => {
    for (const [rule, before, after, severity] of operationCases)
      it(`${rule}: ${severity}`, () => {
        expect(compare(documentOf(before), documentOf(after))).to.equal(severity);
      });
  });

  describe('of documents', () => {
    const at = (path: string, operation: Tree = {}): Tree => ({
      paths: { [path]: { get: { responses: {}, ...operation } } },
    });
    const later = '2999-01-01';
    const secured = (scheme: Tree, rest: Tree = {}) => ({
      ...at('/a'),
      components: { securitySchemes: { Token: scheme } },
      ...rest,
    });
    const key = { type: 'apiKey', in: 'header', name: 'X-Token' };
    const cases: readonly (readonly [rule: string, before: Tree, after: Tree, severity: Severity])[] = [
      ['api-path-added', { paths: {} }, at('/a'), 'harmless'],
      ['api-path-removed-without-deprecation', at('/a'), { paths: {} }, 'breaking'],
      [
        'api-removed-without-deprecation',
        { paths: { '/a': { get: {}, put: {} } } },
        { paths: { '/a': { get: {} } } },
        'breaking',
      ],
      ['api-removed-with-deprecation', at('/a', { deprecated: true }), { paths: {} }, 'harmless'],
      [
        'api-removed after its sunset',
        at('/a', { deprecated: true, 'x-sunset': '2020-01-01' }),
        { paths: {} },
        'harmless',
      ],
      ['api-removed-before-sunset', at('/a', { deprecated: true, 'x-sunset': later }), { paths: {} }, 'breaking'],
      ['api-path-sunset-parse', at('/a', { deprecated: true, 'x-sunset': 'soon' }), { paths: {} }, 'breaking'],
      ['new-request-path-parameter', at('/a'), at('/a/{id}'), 'breaking'],
      ['path-parameter-renamed', at('/a/{id}'), at('/a/{key}'), 'silent'],
      ['api-schema-removed', { ...at('/a'), components }, at('/a'), 'silent'],
      ['api-global-security-added', secured(key), secured(key, { security: [{ Token: [] }] }), 'breaking'],
      ['api-global-security-removed', secured(key, { security: [{ Token: [] }] }), secured(key), 'harmless'],
      ['api-security-component-type-changed', secured(key), secured({ type: 'http', scheme: 'basic' }), 'breaking'],
      [
        'api-security-component-oauth-url-changed',
        secured({ type: 'oauth2', flows: { implicit: { authorizationUrl: '/a' } } }),
        secured({ type: 'oauth2', flows: { implicit: { authorizationUrl: '/b' } } }),
        'harmless',
      ],
      ['servers-changed', { servers: [{ url: '/v1' }] }, { servers: [{ url: '/v2' }] }, 'harmless'],
      ['webhook-removed', { webhooks: { paid: {} } }, {}, 'breaking'],
      ['webhook-added', {}, { webhooks: { paid: {} } }, 'harmless'],
      ['api-security-component-name-changed', secured(key), secured({ ...key, name: 'X-Key' }), 'breaking'],
    ];
    for (const [rule, before, after, severity] of cases)
      it(`${rule}: ${severity}`, () => {
        expect(compare(before, after)).to.equal(severity);
      });
  });
});

import { expect } from 'chai';
import { describe, it } from 'mocha';
import { changeLines } from '../../../../../core/devtools/plan/document/change.ts';
import { compareDocuments } from '../../../../../core/devtools/plan/document/compare_documents.ts';

type Tree = Record<string, unknown>;

/** A document of one operation, parts of it replaced. */
function document(
  operation: Tree,
  { path = '/api/books/{id}', schemas = {} }: { path?: string; schemas?: Tree } = {},
): Tree {
  return {
    paths: { [path]: { post: { responses: {}, security: [{ Token: [] }], ...operation } } },
    components: { schemas },
  };
}

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const answers = (schema: unknown) => ({ responses: { 200: json(schema) } });
const takes = (schema: unknown) => ({ requestBody: json(schema) });
const asks = (...parameters: Tree[]) => ({ parameters });
const book = (properties: Tree, ...required: string[]) => ({ type: 'object', properties, required });
const text = { type: 'string' };

/** Lines of the differences; those that break begin with an exclamation mark. */
function differences(before: Tree, after: Tree): string[] {
  return changeLines(compareDocuments({ before, after })).map(({ breaking, text }) => {
    return `${breaking ? '! ' : ''}${text.replace('POST /api/books/{id}', '').trim()}`;
  });
}

const of = (before: Tree, after: Tree) => differences(document(before), document(after));

describe('The comparison of OpenAPI documents', () => {
  it('finds no difference between equal documents', () => {
    const one = document(
      { ...answers({ $ref: '#/components/schemas/Book' }) },
      { schemas: { Book: book({ id: text }, 'id') } },
    );
    expect(differences(one, structuredClone(one))).to.deep.equal([]);
  });

  it('finds new and removed operations', () => {
    expect(differences(document({}), { paths: {} })).to.deep.equal(['! : the operation is gone']);
    expect(differences({ paths: {} }, document({}))).to.deep.equal([': the operation is new']);
  });

  it('ignores the names of path parameters', () => {
    const parameter = (name: string) => asks({ name, in: 'path', required: true, schema: text });
    const renamed = document(parameter('bookId'), { path: '/api/books/{bookId}' });
    expect(differences(document(parameter('id')), renamed)).to.deep.equal([]);
  });

  it('finds changed access', () => {
    const open = { security: [{}, { Token: [] }] };
    expect(of(open, {})).to.deep.equal(['! : the operation was open to anyone, and requires a signed-in user now']);
    expect(of({}, open)).to.deep.equal([': the operation is open to anyone now']);
    expect(of({}, { 'x-permission': 'admin' })).to.deep.equal(['! : the operation requires the permission admin now']);
    expect(of({ security: [{ Token: [] }, { Basic: [] }] }, {})).to.deep.equal([
      '! : the credential Basic is no longer accepted',
    ]);
    expect(of({ security: [{ Token: [] }, { Basic: [] }] }, { security: [] })).to.deep.equal([
      ': the operation needs no credential now; before: Token, Basic',
    ]);
  });

  it('finds changed parameters', () => {
    const q = { name: 'q', in: 'query', schema: text };
    expect(of({}, asks(q))).to.deep.equal(['parameter q: the parameter is new']);
    expect(of({}, asks({ ...q, required: true }))).to.deep.equal(['! parameter q: the parameter is new and required']);
    expect(of(asks(q), {})).to.deep.equal(['parameter q: the parameter is no longer read, which may surprise clients']);
    expect(of(asks(q), asks({ ...q, required: true }))).to.deep.equal(['! parameter q: the parameter is required now']);
    expect(of(asks(q), asks({ ...q, schema: { ...text, maxLength: 5 } }))).to.deep.equal([
      'parameter q: maxLength was not set and is 5, which may surprise clients',
    ]);
  });

  it('finds changed request bodies', () => {
    const one = takes(book({ title: text }));
    expect(of(one, takes(book({ title: text, isbn: text })))).to.deep.equal(['body: isbn: the field is new']);
    expect(of(one, takes(book({ title: text, isbn: text }, 'isbn')))).to.deep.equal([
      '! body: isbn: the field is new and required',
    ]);
    expect(of(one, takes(book({ title: text }, 'title')))).to.deep.equal(['! body: title: the field is required now']);
    expect(of(one, takes(book({})))).to.deep.equal([
      'body: title: the field is no longer read, which may surprise clients',
    ]);
    expect(of(one, takes(book({ title: { type: 'integer' } })))).to.deep.equal([
      '! body: title: the type was string and is integer',
    ]);
    expect(of({}, { requestBody: { required: true, ...json(text) } })).to.deep.equal([
      '! body: the body is required now',
    ]);
    expect(of(one, {})).to.deep.equal(['! body: the body is no longer read']);
  });

  it('finds changed answers', () => {
    const one = answers(book({ title: text }, 'title'));
    const at = 'answer 200:';
    expect(of(one, answers(book({ title: text, isbn: text }, 'title', 'isbn')))).to.deep.equal([
      `${at} isbn: the field is new`,
    ]);
    expect(of(one, answers(book({})))).to.deep.equal([`! ${at} title: the field is gone`]);
    expect(of(one, answers(book({ title: text })))).to.deep.equal([`! ${at} title: the field is optional now`]);
    expect(of(one, answers(book({ title: { type: ['string', 'null'] } }, 'title')))).to.deep.equal([
      `! ${at} title: the type was string and is string or null`,
    ]);
    expect(of(one, { responses: { 201: json(text) } })).to.include('! answer 200: the status is gone');
    expect(of({ responses: { 404: json(text) } }, {})).to.deep.equal(['answer 404: the status is gone']);
    expect(of(one, { responses: { 200: { content: { 'text/plain': {} } } } })).to.include(
      `! answer 200: the media type application/json is gone`,
    );
  });

  it('finds nested differences behind references', () => {
    const list = { type: 'array', items: { $ref: '#/components/schemas/Book' } };
    const one = (properties: Tree) =>
      document(answers(book({ data: list })), { schemas: { Book: book(properties, ...Object.keys(properties)) } });
    expect(differences(one({ title: text }), one({}))).to.deep.equal(['! answer 200: data[].title: the field is gone']);
  });

  it('judges changed values and bounds by their direction', () => {
    const words = (...list: string[]) => ({ type: 'string', enum: list });
    expect(of(takes(words('a', 'b')), takes(words('a')))).to.deep.equal(['! body: values not allowed any more: b']);
    expect(of(takes(words('a')), takes(words('a', 'b')))).to.deep.equal(['body: new values: b']);
    expect(of(answers(words('a', 'b')), answers(words('a')))).to.deep.equal([
      'answer 200: values not allowed any more: b',
    ]);
    expect(of(answers(words('a')), answers(words('a', 'b')))).to.deep.equal([
      'answer 200: new values: b, which may surprise clients',
    ]);
    expect(of(takes({ ...text, minLength: 1 }), takes({ ...text, minLength: 2 }))).to.deep.equal([
      '! body: minLength was 1 and is 2',
    ]);
    expect(of(takes({ ...text, maxLength: 1 }), takes({ ...text, maxLength: 2 }))).to.deep.equal([
      'body: maxLength was 1 and is 2',
    ]);
    expect(of(answers({ ...text, maxLength: 2 }), answers({ ...text, maxLength: 1 }))).to.deep.equal([
      'answer 200: maxLength was 2 and is 1',
    ]);
    expect(of(takes({ ...text, pattern: '^a' }), takes({ ...text, pattern: '^b' }))).to.deep.equal([
      'body: the pattern was ^a and is ^b, which may surprise clients',
    ]);
    expect(of(takes({ type: 'integer' }), takes({ type: 'number' }))).to.deep.equal([
      'body: the type was integer and is number',
    ]);
  });

  it('names the older and the newer value', () => {
    const one = takes(book({ size: { type: 'integer', minimum: 1 } }));
    const size = (more: Tree) => takes(book({ size: { type: 'integer', minimum: 1, ...more } }));
    expect(
      of(one, takes({ ...book({ size: { type: 'integer', minimum: 1 } }), additionalProperties: false })),
    ).to.deep.equal(['! body: additionalProperties was not set and is false']);
    expect(of(one, size({ multipleOf: 5 }))).to.deep.equal(['! body: size: multipleOf was not set and is 5']);
    expect(of(one, size({ not: { const: 3 } }))).to.deep.equal(['! body: size: not was not set and is {"const":3}']);
    expect(of(one, size({ exclusiveMinimum: true }))).to.deep.equal(['! body: size: minimum was 1 and is more than 1']);
    expect(of(one, size({ readOnly: true }))).to.deep.equal(['body: size: readOnly was false and is true']);
    const ids = { name: 'ids', in: 'query', schema: { type: 'array', items: text } };
    expect(of(asks(ids), asks({ ...ids, explode: false }))).to.deep.equal([
      '! parameter ids: explode was true and is false',
    ]);
    expect(of(asks(ids), asks({ ...ids, style: 'pipeDelimited' }))).to.deep.equal([
      '! parameter ids: the style was form and is pipeDelimited',
    ]);
    const kinds = (...names: string[]) => ({
      anyOf: [text, { type: 'integer' }],
      discriminator: { propertyName: 'kind', mapping: Object.fromEntries(names.map((name) => [name, 'Book'])) },
    });
    expect(of(answers(kinds('a', 'b')), answers(kinds('a')))).to.deep.equal([
      'answer 200: discriminator: the mapping of b was Book and is not set',
    ]);
    expect(of({ tags: ['a'] }, { tags: ['b'] })).to.deep.equal([': the tags were a and are b']);
    const [past, later] = ['2020-01-01', '2999-01-01'].map((day) => ({ deprecated: true, 'x-sunset': day }));
    expect(of(later!, past!)).to.deep.equal(['! : the sunset was 2999-01-01 and is 2020-01-01, which is over']);
    const servers = { before: { servers: [{ url: '/v1' }] }, after: { servers: [{ url: '/v2' }] } };
    expect(differences(servers.before, servers.after)).to.deep.equal(['document: the servers were /v1 and are /v2']);
  });

  it('finds new values of a text that modules extend', () => {
    const words = { ...text, enum: ['new', 'old'] };
    expect(of(takes(words), takes({ ...text, pattern: '^(a|new|old)$', maxLength: 3 }))).to.deep.equal([
      'body: may have other values than new, old now',
      'body: the pattern was not set and is ^(a|new|old)$',
      'body: maxLength was not set and is 3',
    ]);
    expect(of(takes(words), takes({ ...text, pattern: '^(a|new)$' })).join()).to.match(/the pattern .* may surprise/);
    const keys = (pattern: string, ...names: string[]) =>
      takes({ ...text, pattern, 'x-origins': Object.fromEntries(names.map((name) => [name, {}])) });
    expect(of(keys('^(a|b)$', 'b'), keys('^(a|b|votes)$', 'b', 'votes'))).to.deep.equal(['body: new values: votes']);
    expect(of(keys('^(a|b|votes)$', 'votes'), keys('^(a|b)$')).join()).to.match(/the pattern .* may surprise/);
  });

  it('finds changed alternatives', () => {
    const [a, b] = [book({ a: text }, 'a'), { type: 'integer' }];
    expect(of(takes({ anyOf: [text, b] }), takes(text))).to.deep.equal(['! body: the alternative integer is gone']);
    expect(of(answers({ anyOf: [a, b] }), answers(a))).to.deep.equal(['answer 200: alternatives: 2 before, 1 now']);
    expect(of(answers(a), answers({ anyOf: [a, b] }))).to.deep.equal(['! answer 200: the alternative integer is new']);
    const named = (properties: Tree) =>
      document(answers({ anyOf: [{ $ref: '#/components/schemas/A' }, b] }), {
        schemas: { A: book(properties, ...Object.keys(properties)) },
      });
    expect(differences(named({ a: text }), named({}))).to.deep.equal(['! answer 200: a: the field is gone']);
  });

  it('rates a new named alternative beside unchanged ones as surprising only', () => {
    const schemas = { A: book({ a: text }, 'a'), B: book({ b: text }, 'b'), C: book({ c: text }, 'c') };
    const union = (...names: string[]) =>
      document(answers({ anyOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) }), { schemas });
    expect(differences(union('A', 'B'), union('A', 'B', 'C'))).to.deep.equal([
      'answer 200: the alternative C is new, which may surprise clients',
    ]);
    const single = document(answers({ $ref: '#/components/schemas/A' }), { schemas });
    expect(differences(single, union('A', 'B'))).to.deep.equal(['! answer 200: the alternative B is new']);
    expect(differences(union('A', 'B'), union('A', 'C'))).to.deep.equal(['! answer 200: the alternative C is new']);
  });
});

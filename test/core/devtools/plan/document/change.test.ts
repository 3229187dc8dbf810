import { expect } from 'chai';
import { describe, it } from 'mocha';
import { changeLines } from '../../../../../core/devtools/plan/document/change.ts';
import { compareDocuments } from '../../../../../core/devtools/plan/document/compare_documents.ts';

type Tree = Record<string, unknown>;

const part = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const json = (schema: Tree) => ({ content: { 'application/json': { schema } } });
const paths = (operation: Tree, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { get: operation }]));

function compare(before: Tree, after: Tree) {
  const changes = compareDocuments({ before, after });
  return { changes, lines: changeLines(changes).map(({ text }) => text) };
}

describe('A change of a shared component', () => {
  const fields = (...names: string[]) => ({ properties: Object.fromEntries(names.map((name) => [name, {}])) });
  const books = (Book: Tree, ...names: string[]) => ({
    paths: paths({ responses: { 200: json({ type: 'array', items: part('schemas', 'Book') }) } }, ...names),
    components: { schemas: { Book } },
  });

  it('is listed in one line, with the number of operations and three names', () => {
    const names = ['/a', '/b', '/c', '/d', '/e'];
    const { changes, lines } = compare(books(fields('title'), ...names), books(fields(), ...names));
    expect(lines).to.deep.equal([
      'schema Book: title: the field is gone, which may surprise clients (5 operations: GET /a, GET /b, GET /c and 2 more)',
    ]);
    expect(changes).to.have.length(5);
    expect(changes[0]).to.deep.equal({
      breaking: false,
      surprising: true,
      operation: 'GET /a',
      where: 'answer 200: [].title',
      component: 'schema Book: title',
      what: 'the field is gone',
    });
  });

  it('names its operation if it has only one place', () => {
    const { lines } = compare(books(fields(), '/a'), books(fields('title'), '/a'));
    expect(lines).to.deep.equal(['GET /a answer 200: [].title: the field is new']);
  });

  it('is listed separately by severity, direction and component', () => {
    const both = (schemas: Tree) => ({
      paths: {
        '/a': {
          put: { requestBody: json(part('schemas', 'Book')), responses: { 200: json(part('schemas', 'Book')) } },
        },
        '/b': {
          put: { requestBody: json(part('schemas', 'Book')), responses: { 200: json(part('schemas', 'Film')) } },
        },
      },
      components: { schemas },
    });
    const { lines } = compare(
      both({ Book: fields('title'), Film: fields('title') }),
      both({ Book: fields(), Film: fields() }),
    );
    expect(lines).to.deep.equal([
      'schema Book: title: the field is no longer read, which may surprise clients (2 operations: PUT /a, PUT /b)',
      'PUT /a answer 200: title: the field is gone, which may surprise clients',
      'PUT /b answer 200: title: the field is gone, which may surprise clients',
    ]);
  });

  it('is found in headers, parameters, responses and bodies', () => {
    const document = (type: string) => {
      const value = { schema: { type } };
      const operation = {
        parameters: [part('parameters', 'Page')],
        requestBody: part('requestBodies', 'Order'),
        responses: { 200: { headers: { 'X-Total': part('headers', 'Total') } }, 404: part('responses', 'Missing') },
      };
      const components = {
        parameters: { Page: { name: 'page', in: 'query', ...value } },
        requestBodies: { Order: json(value.schema) },
        headers: { Total: value },
        responses: { Missing: json(value.schema) },
      };
      return { paths: paths(operation, '/a', '/b'), components };
    };
    expect(compare(document('integer'), document('boolean')).lines).to.have.members(
      ['parameter Page', 'requestBody Order', 'header Total', 'response Missing'].map(
        (component) => `${component}: the type was integer and is boolean (2 operations: GET /a, GET /b)`,
      ),
    );
  });

  it('ends at the second pass of a recursive schema', () => {
    const tree = (...names: string[]) => {
      const { properties } = fields(...names);
      const children = { type: 'array', items: part('schemas', 'Book') };
      return books({ properties: { ...properties, children, parent: part('schemas', 'Book') } }, '/a');
    };
    const { changes } = compare(tree(), tree('title'));
    expect(changes.map(({ where }) => where)).to.deep.equal(['answer 200: [].title']);
  });
});

import { expect } from 'chai';
import { started } from '../../../support/started.ts';
import { startPlatform } from '../../../support/platform.ts';
import { contractInSuite, type Operation, type Tree } from './contract.ts';

/** Verbs of summaries; `Change` instead of `Update`, and none of the names of operations as such. */
const verbs =
  /^(List|Get|Create|Change|Remove|Add|Set|Send|Sign|Check|Search|Register|Confirm|Upload|Cancel|Replace|Move|Rename|Take|Join|Leave|Preview|Close|Receive|Refund|Pay|Record|Bind|Unbind|Revoke|Grant|End|Extend|Start|Submit) \S/;

describe('Texts of the OpenAPI document', () => {
  const platform = started(() => startPlatform());
  const contract = contractInSuite(platform);

  const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
  const isAlias = ({ method }: Operation) => method === 'PUT';

  it('summarise each operation uniquely, by its @summary', () => {
    const derived = platform.kernel.routes.filter(({ summary }) => summary === undefined);
    expect(derived.map(({ file, operation }) => `${file}: ${operation} lacks @summary`)).to.deep.equal([]);
    const summaries = contract.operations.filter((one) => !isAlias(one)).map(({ tree }) => tree['summary'] as string);
    expect(summaries.filter((one) => !verbs.test(one) || one.endsWith('.') || one.length > 100)).to.deep.equal([]);
    expect(summaries.filter((one, index) => summaries.indexOf(one) !== index)).to.deep.equal([]);
  });

  it('describe each operation in whole sentences, with its access', () => {
    const descriptions = contract.operations.map((one) => `${nameOf(one)}: ${one.tree['description'] as string}`);
    const isSentence = /: ([A-Z`][^]*\.|Open to anyone\.)$/;
    expect(descriptions.filter((one) => !isSentence.test(one))).to.deep.equal([]);
    expect(descriptions.filter((one) => !/permission `|Open to anyone|has signed in/.test(one))).to.deep.equal([]);
  });

  it('describe each success by its kind or by the summary', () => {
    const successOf = (operation: string) => {
      const [method = '', path = ''] = operation.split(' ');
      const one = contract.operation(method, path);
      return (contract.response(one, 200) ?? contract.response(one, 201))!['description'] as string;
    };
    const expected = {
      'GET /api/articles': 'A page of the list.',
      'GET /api/roles': 'The whole list.',
      'GET /api/articles/{id}': 'The requested object.',
      'GET /api/settings': 'The requested values.',
      'POST /api/articles': 'The object was created.',
      'PATCH /api/articles/{id}': 'The change was made.',
      'DELETE /api/coupons/{id}': 'The object was removed.',
      'DELETE /api/orders/{sn}': 'Success: Close an unpaid order.',
      'PATCH /api/me/avatar': 'Success: Upload your portrait.',
      'POST /api/callback/{gateway}/notify': 'Status and text are those of the protocol of the caller.',
    };
    const found = Object.keys(expected).map((operation) => [operation, successOf(operation)]);
    expect(Object.fromEntries(found)).to.deep.equal(expected);
  });

  it('promise unchanged fields of PUT only where a field may be omitted', () => {
    const described = (path: string) => contract.operation('PUT', path).tree['description'] as string;
    expect(described('/api/articles/{id}')).to.contain('Another name for PATCH: omitted fields stay unchanged.');
    expect(described('/api/settings/{type}')).to.contain('Another name for PATCH: omitted fields stay unchanged.');
    expect(described('/api/me/avatar')).to.contain('Another name for PATCH. ');
  });

  it('say that a larger limit counts as 100', () => {
    const limit = contract.document['components'].parameters.limit as Tree;
    expect(limit['description']).to.equal('Number of entries; above 100 counts as 100.');
    expect(limit['schema'].maximum).to.equal(2_147_483_647);
  });

  it('describe each parameter', () => {
    const silent = contract.operations.flatMap((one) =>
      ((one.tree['parameters'] ?? []) as Tree[])
        .filter(({ description }) => !isDescription(description))
        .map(({ name }) => `${nameOf(one)} ${String(name)}`),
    );
    expect(silent).to.deep.equal([]);
  });

  it('describe each field of bodies and answers', () => {
    const { schemas } = contract.document['components'] as { schemas: Record<string, Tree> };
    const silent = Object.entries(schemas).flatMap(([name, schema]) => silentIn(schema, name));
    expect(silent).to.deep.equal([]);
  });

  it('say of each nullable field when it is null', () => {
    const { schemas } = contract.document['components'] as { schemas: Record<string, Tree> };
    const unclear = Object.entries(schemas).flatMap(([name, schema]) => unclearIn(schema, name));
    expect(unclear).to.deep.equal([]);
  });

  it('name the object of an id in a path', () => {
    const described = (path: string) => contract.operation('GET', path).tree['parameters'][0]['description'] as string;
    expect(described('/api/plugins/vip/memberships/{userId}')).to.equal('Id of the user.');
    expect(described('/api/me/courses/{id}')).to.equal('Id of the course.');
    expect(described('/api/articles/{id}')).to.equal('Id of the article.');
  });
});

/** Paths of fields that may be null, and whose description does not say when. */
function unclearIn({ properties = {}, items, anyOf = [] }: Tree, path: string): string[] {
  const parts = [...(items ? [items] : []), ...(anyOf as Tree[])] as Tree[];
  return [
    ...Object.entries(properties as Record<string, Tree>).flatMap(([name, one]) => [
      ...(isNullable(one) && !/\bnull\b/.test(String(one['description'])) ? [`${path}.${name}`] : []),
      ...unclearIn(one, `${path}.${name}`),
    ]),
    ...parts.flatMap((one) => unclearIn(one, path)),
  ];
}

function isNullable({ type, anyOf = [] }: Tree): boolean {
  return [type].flat().includes('null') || (anyOf as Tree[]).some((one) => one['type'] === 'null');
}

function isDescription(text: unknown): boolean {
  return typeof text === 'string' && /^[A-Z0-9`"][^]*\.$/.test(text);
}

/** Paths of fields without a description. A field that refers to a named schema is described there. */
function silentIn(schema: Tree, path: string): string[] {
  const {
    properties = {},
    items,
    anyOf = [],
  } = schema as { properties?: Record<string, Tree>; items?: Tree; anyOf?: Tree[] };
  return [
    ...Object.entries(properties).flatMap(([name, one]) => [
      ...(isDescription(one['description']) || '$ref' in one ? [] : [`${path}.${name}: ${String(one['description'])}`]),
      ...silentIn(one, `${path}.${name}`),
    ]),
    ...[...(items ? [items] : []), ...anyOf].flatMap((one) => silentIn(one, `${path}[]`)),
  ];
}

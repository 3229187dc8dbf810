import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'chai';
import { exampleOf } from '../../../support/example_request.ts';
import { Installation, manifest } from '../../../support/installation.ts';
import { started } from '../../../support/started.ts';
import { startPlatform } from '../../../support/platform.ts';
import { Contract, contractInSuite, type Operation, type Tree } from './contract.ts';

describe('A file of examples that cannot be parsed', () => {
  const installation = new Installation({
    'core/books/module.json': manifest('books'),
    'core/books/examples.json': '{ "schemas": { "Book": { "id": "1" }, } }',
    'core/books/resources/books.js': `
      import { defineResource, field, shape } from 'lectern';
      const book = shape('Book').mode('public', { id: field.intString('Id.') });
      export default defineResource('/books', { get: { open: true, returns: [book, 'public'], run: () => ({ id: '1' }) } });`,
  });
  after(() => installation.clear());

  it('is named in a remark, and leaves the OpenAPI document without its examples', async () => {
    const { kernel } = await installation.serve();
    const [remark] = kernel.remarks.filter(({ file }) => file === 'core/books/examples.json');
    expect(remark?.message).to.match(/^the examples of the module "books" cannot be read: .*; correct the file$/);
    const document = (await (await fetch(`${kernel.url}/api/openapi.json`)).json()) as Tree;
    expect(document['components'].schemas.Book).to.have.property('type', 'object');
    expect(document['components'].schemas.Book).to.not.have.property('examples');
  });
});

describe('Examples of the OpenAPI document', () => {
  const platform = started(() => startPlatform());
  const contract = contractInSuite(platform);
  let validate: (schema: Tree, value: unknown) => string | undefined;

  before(async () => {
    validate = validatorOf(contract);
  });

  const follow = (part: Tree) => contract.follow(part);
  const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
  const jsonOf = (part: Tree | undefined) => part?.['content']?.['application/json']?.schema as Tree | undefined;

  it('exist for each body and answer, and match its schema', () => {
    const problems = contract.operations.flatMap((operation) => {
      const success = Object.keys(operation.tree['responses'] as Tree).find((status) => status.startsWith('2'));
      const schemas = [jsonOf(operation.tree['requestBody']), jsonOf(contract.response(operation, Number(success)))];
      return schemas.flatMap((schema) => {
        if (!schema || isAnything(schema)) return [];
        const example = exampleOf(schema, follow);
        const problem = example === undefined ? 'lacks an example' : validate(schema, example);
        return problem === undefined ? [] : [`${nameOf(operation)}: ${problem}`];
      });
    });
    expect(problems).to.deep.equal([]);
  });

  it('exist for contents without a schema', () => {
    const contentOf = ({ tree }: Operation, part: 'requestBody' | 'responses') =>
      (part === 'requestBody' ? tree[part] : (tree[part] as Tree)['200'])['content'] as Record<string, Tree>;
    const notify = contract.operation('POST', '/api/callback/{gateway}/notify');
    expect(contentOf(notify, 'requestBody')['*/*']!['examples'].AddCallbackByGatewayNotifyBody.value).to.contain(
      'out_trade_no=',
    );
    const answers = contentOf(notify, 'responses');
    expect(answers['text/plain']!['examples'].AddCallbackByGatewayNotifyText.value).to.equal('success');
    expect(answers['application/json']!['examples'].AddCallbackByGatewayNotifyJson.value.code).to.equal('SUCCESS');
  });

  it('include a portrait that the server accepts', async () => {
    const { tree } = contract.operation('PUT', '/api/me/avatar');
    const { value } = tree['requestBody'].content['image/png'].examples.UpdateMeAvatarBody as Tree;
    const [head = '', base64 = ''] = String(value).split(',');
    expect(head).to.equal('data:image/png;base64');
    const student = await platform.as('student');
    const bytes = Buffer.from(base64, 'base64');
    await platform.api.put('/api/me/avatar').set(student).type('image/png').send(bytes).expect(200);
  });

  it('exist for each schema, pages of each version included', async () => {
    const schemas = Object.entries(contract.document['components'].schemas as Record<string, Tree>);
    expect(schemas.filter(([, schema]) => !('examples' in schema)).map(([name]) => name)).to.deep.equal([]);
    const { ArticlePage: page, Article: article } = Object.fromEntries(schemas);
    const entry = article!['examples'][0] as Tree;
    expect(page!['examples']).to.deep.equal([{ data: [entry], paging: { total: 1, offset: 0, limit: 10 } }]);
    const { body: former } = await platform.api.get('/api/openapi.json?version=1').expect(200);
    const { schemas: formerly } = (former as Tree)['components'] as { schemas: Record<string, Tree> };
    expect(formerly['ArticlePage']!['examples']).to.deep.equal([{ resources: [entry], total: 1 }]);
  });

  it('match their schemas without additional fields', () => {
    const schemas = Object.entries(contract.document['components'].schemas as Record<string, Tree>);
    const problems = schemas.flatMap(([name, schema]) => {
      const exact = { ...schema, unevaluatedProperties: false };
      const problem = 'examples' in schema ? validate(exact, schema['examples'][0]) : undefined;
      return problem === undefined ? [] : [`${name}: ${problem}`];
    });
    expect(problems).to.deep.equal([]);
  });

  it('exist for each parameter, and match its schema', () => {
    const problems = contract.operations.flatMap((operation) =>
      ((operation.tree['parameters'] ?? []) as Tree[]).flatMap(({ name, schema, example }) => {
        const problem = example === undefined ? 'lacks an example' : validate(schema as Tree, example);
        return problem === undefined ? [] : [`${nameOf(operation)} ${String(name)}: ${problem}`];
      }),
    );
    expect(problems).to.deep.equal([]);
  });

  it('of modules name only schemas, contents, operations and parameters that exist', () => {
    const { schemas } = contract.document['components'] as { schemas: Tree };
    const parameters = new Set(
      contract.operations.flatMap(({ tree }) =>
        ((tree['parameters'] ?? []) as Tree[]).map(({ name }) => name as string),
      ),
    );
    const text = JSON.stringify(contract.document['paths']);
    const operations = new Set(contract.operations.map(({ tree }) => tree['operationId'] as string));
    const files = platform.kernel.modules
      .map(({ folder }) => join(folder, 'examples.json'))
      .filter((file) => existsSync(file));
    const unused = files.flatMap((file) => {
      const given = JSON.parse(readFileSync(file, 'utf8')) as Record<
        'schemas' | 'parameters' | 'requests' | 'contents',
        object | undefined
      >;
      const names = Object.keys(given.schemas ?? {}).filter((name) => !(name in schemas));
      const contents = Object.keys(given.contents ?? {}).filter((name) => !text.includes(`"${name}":`));
      const requests = Object.keys(given.requests ?? {}).filter((id) => !operations.has(id));
      return [
        ...names,
        ...contents,
        ...requests,
        ...Object.keys(given.parameters ?? {}).filter((name) => !parameters.has(name)),
      ].map((name) => `${file}: ${name}`);
    });
    expect(files).not.to.be.empty;
    expect(unused).to.deep.equal([]);
  });
});

/** Whether a schema allows any value, as those of raw answers and settings do. */
function isAnything(schema: Tree): boolean {
  return Object.keys(schema).every((key) => key === 'description');
}

function validatorOf({ document }: Contract) {
  const quick = { inlineRefs: false, code: { optimize: false } };
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, allowUnionTypes: true, ...quick })
    .addVocabulary(['components', 'x-default', 'x-operations', 'x-origin', 'x-sort-keys', 'x-summaries'])
    .addFormat('int64', /^[0-9]{1,19}$/)
    .addFormat('money', { type: 'number', validate: () => true });
  formats.default(ajv);
  ajv.addSchema({ components: document['components'] as Tree }, 'document');
  const checks = new Map<string, ReturnType<typeof ajv.compile>>();
  return (schema: Tree, value: unknown): string | undefined => {
    const text = JSON.stringify({ ...schema, description: undefined, examples: undefined });
    const check =
      checks.get(text) ?? ajv.compile(JSON.parse(text.replaceAll('"$ref":"#/', '"$ref":"document#/')) as Tree);
    checks.set(text, check);
    return check(value) ? undefined : ajv.errorsText(check.errors);
  };
}

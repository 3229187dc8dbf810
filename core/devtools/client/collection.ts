import { Contract, type DocumentedOperation } from '../../hosting/internals.ts';
import { exampleRequest } from '../openapi/example_request.ts';
import { listOf, treeOf, type Tree } from '../plan/document/tree.ts';
import { inRunningOrder } from './running_order.ts';
import { Variables } from './variables.ts';
import { factsOf } from './write_client.ts';

/** Hints of a module for the example request of an operation, from `x-example`. */
interface Hint {
  /** Demo account that sends the request. */
  readonly account?: string;
  /** Whether the request is sent with name and password in place of a token, because its operation requires these. */
  readonly byPassword?: boolean;
  /** Whether the request revokes the token of its account, which then signs in again. */
  readonly endsSession?: boolean;
  /** Status of the answer, for examples that cannot succeed, such as those with a one-time code. */
  readonly refused?: number;
  /** Requests to send before: operation ids, with fields that replace those of the example. */
  readonly first?: readonly { readonly operation: string; readonly body?: Tree }[];
}

const PASSWORD = 'Lectern-2026';
const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * Returns a Postman collection (v2.1) of all operations with the examples of the OpenAPI document. Sent in order to a
 * server with the demo data, each request succeeds, or gets the status that `refused` names.
 */
export function postmanCollection(document: Tree): Tree {
  return new Collection(document).written();
}

class Collection {
  readonly #contract: Contract;
  readonly #variables: Variables;
  readonly #accounts = new Set<string>();
  /** Header that selects the version of the API; empty for the newest version. */
  readonly #version: readonly Tree[];

  constructor(private readonly document: Tree) {
    this.#contract = new Contract(document);
    this.#variables = new Variables(this.#contract);
    const { accept } = factsOf(document);
    this.#version = accept === undefined ? [] : [{ key: 'Accept', value: accept }];
  }

  written(): Tree {
    const operations = inRunningOrder(this.#contract.operations);
    const folders = new Map<string, Tree[]>();
    for (const one of operations) {
      const [, , name = ''] = one.path.split('/');
      folders.set(name, [...(folders.get(name) ?? []), ...this.#requests(one)]);
    }
    const item = [...folders].map(([name, requests]) => ({ name, item: requests }));
    const { title, description } = treeOf(this.document['info']);
    const values = { ...this.#variables.examples, baseUrl: 'http://127.0.0.1:3000', password: PASSWORD };
    return {
      info: { name: title, description, schema: SCHEMA },
      item: [{ name: 'Sign in', item: [...this.#accounts].map(signIn) }, ...item],
      variable: Object.entries(values).map(([key, value]) => ({ key, value })),
    };
  }

  /** Requests of the hint `first`, the request of the operation, and a new sign-in if that request ends the session. */
  #requests(operation: DocumentedOperation): Tree[] {
    const { first = [], endsSession = false } = hintOf(operation);
    const before = first.map(({ operation: id, body }) => this.#request(this.#operation(id), body));
    const account = endsSession ? this.#accountOf(operation) : undefined;
    return [...before, this.#request(operation), ...(account === undefined ? [] : [signIn(account)])];
  }

  #operation(id: string): DocumentedOperation {
    const found = this.#contract.operations.find(({ tree }) => tree['operationId'] === id);
    if (found) return found;
    throw new Error(`x-example names the operation ${id}, which the document lacks; correct examples.json.`);
  }

  /**
   * Account that sends the request: that of the hint, else `admin` if a permission is required, else the creator of an
   * object in the path, else `student`. Undefined in place of `student` if anonymous callers are accepted.
   */
  #accountOf(operation: DocumentedOperation): string | undefined {
    const { account } = hintOf(operation);
    if (account !== undefined) return account;
    if ('x-permission' in operation.tree) return 'admin';
    return this.#variables.creatorOf(operation.path) ?? (needsNoUser(operation.tree) ? undefined : 'student');
  }

  #request(operation: DocumentedOperation, change: Tree = {}): Tree {
    const { method, path, tree } = operation;
    const { refused, byPassword = false } = hintOf(operation);
    const account = this.#accountOf(operation);
    if (account !== undefined && !byPassword) this.#accounts.add(account);
    const { path: values, query, body } = exampleRequest(operation, (part) => this.#contract.follow(part));
    const target = this.#variables.inPath(path, values);
    const fields = body && this.#variables.inBody({ ...treeOf(body.fields), ...change });
    const credential = credentialOf(account, byPassword);
    const captured = refused === undefined ? this.#variables.captured(operation, account) : undefined;
    return {
      name: String(tree['summary']),
      request: {
        method,
        description: tree['description'],
        url: urlOf(target, query),
        ...(body && bodyOf(body.type, fields)),
        ...credential,
        header: [...this.#version, ...credential.header],
      },
      event: [testOf(refused ?? successOf(tree), captured)],
    };
  }
}

function credentialOf(account: string | undefined, byPassword: boolean): { header: Tree[]; auth?: Tree } {
  if (account === undefined) return { header: [] };
  if (!byPassword) return { header: [{ key: 'X-Auth-Token', value: `{{token_${account}}}` }] };
  const basic = Object.entries({ username: account, password: '{{password}}' });
  return { header: [], auth: { type: 'basic', basic: basic.map(([key, value]) => ({ key, value, type: 'string' })) } };
}

function needsNoUser({ security }: Tree): boolean {
  return listOf(security).some((one) => Object.keys(treeOf(one)).length === 0);
}

function hintOf({ tree }: DocumentedOperation): Hint {
  return treeOf(tree['x-example']);
}

function successOf(tree: Tree): number {
  return Number(Object.keys(treeOf(tree['responses'])).find((status) => status.startsWith('2')));
}

function signIn(account: string): Tree {
  const fields = JSON.stringify({ username: account, password: '{{password}}' });
  return {
    name: `Sign in as ${account}`,
    request: { method: 'POST', url: urlOf('/api/user/login', {}), ...bodyOf('application/json', fields), header: [] },
    event: [testOf(200, { variable: `token_${account}`, property: '.token' })],
  };
}

function urlOf(path: string, query: Readonly<Record<string, unknown>>): Tree {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    [value].flat().map((one) => ({ key, value: String(one) })),
  );
  const search = pairs.map(({ key, value }) => `${key}=${encodeURIComponent(value)}`).join('&');
  return {
    raw: `{{baseUrl}}${path}${search && `?${search}`}`,
    host: ['{{baseUrl}}'],
    path: path.split('/').slice(1),
    ...(pairs.length > 0 && { query: pairs }),
  };
}

/** A body of a request. Only JSON has an example; users fill in multipart forms and raw bodies. */
function bodyOf(type: string, fields: string | undefined): Tree {
  if (type === 'application/json')
    return { body: { mode: 'raw', raw: fields, options: { raw: { language: 'json' } } } };
  return type === 'multipart/form-data'
    ? { body: { mode: 'formdata', formdata: [] } }
    : { body: { mode: 'raw', raw: '' } };
}

/** Script that checks the status, and keeps the property `captured` of the answer for later requests. */
function testOf(status: number, captured: { readonly variable: string; readonly property: string } | undefined): Tree {
  const exec = [
    `pm.test('answers ${status}', () => pm.expect(pm.response.code).to.equal(${status}));`,
    ...(captured
      ? [
          `const kept = pm.response.json()${captured.property};`,
          `if (kept !== undefined) pm.collectionVariables.set('${captured.variable}', kept);`,
        ]
      : []),
  ];
  return { listen: 'test', script: { type: 'text/javascript', exec } };
}

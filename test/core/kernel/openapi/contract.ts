import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'chai';

export type Tree = Record<string, any>;

/** An operation of the document and where it stands. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly tree: Tree;
}

/** What a server answered. */
export interface Given {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const sentOnOccasion = new Set(['Link', 'Retry-After']);

/** A document, asked whether what a server answers is what it promises. */
export class Contract {
  readonly #validators = new Map<unknown, ValidateFunction>();
  readonly #ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true })
    .addVocabulary(['components'])
    .addFormat('int64', /^[0-9]{1,19}$/);

  constructor(readonly document: Tree) {
    formats.default(this.#ajv);
  }

  get operations(): Operation[] {
    return Object.entries(this.document['paths'] as Tree).flatMap(([path, item]) =>
      Object.entries(item as Tree).map(([method, tree]) => ({
        method: method.toUpperCase(),
        path,
        tree: tree as Tree,
      })),
    );
  }

  operation(method: string, path: string): Operation {
    const tree = this.document['paths'][path]?.[method.toLowerCase()] as Tree | undefined;
    if (tree) return { method, path, tree };
    throw new Error(`${method} ${path} is not in the document.`);
  }

  /** The response that an operation declares for a status. */
  response({ tree }: Operation, status: number): Tree | undefined {
    const response = tree['responses'][status] as Tree | undefined;
    return response && this.#follow(response);
  }

  /** Codes that an operation declares for a status. */
  codes(operation: Operation, status: number): number[] {
    const description = (this.response(operation, status)?.['description'] ?? '') as string;
    return [...description.matchAll(/code (\d+):/g)].map(([, code]) => Number(code));
  }

  /** Whether an answer is one that the operation declares. @throws AssertionError */
  check(operation: Operation, given: Given): void {
    const name = `${operation.method} ${operation.path} ${given.status} ${JSON.stringify(given.body).slice(0, 300)}`;
    const response = this.response(operation, given.status);
    expect(response, `${name}: status undeclared`).to.be.an('object');
    this.#checkHeaders(response!, given, name);
    const type = (given.headers['content-type'] ?? '').split(';')[0]!;
    const content = response!['content'][type] as Tree | undefined;
    expect(content, `${name}: ${type} undeclared`).to.be.an('object');
    const validate = this.#validator(content!['schema']);
    expect(validate(given.body), `${name}: ${this.#ajv.errorsText(validate.errors)}`).to.equal(true);
    if (given.status >= 400) expect(this.codes(operation, given.status), name).to.include(codeOf(given.body as Tree));
  }

  #checkHeaders(response: Tree, { headers }: Given, name: string): void {
    for (const [header, reference] of Object.entries(response['headers'] as Tree)) {
      const { schema } = this.#follow(reference as Tree);
      const value = headers[header.toLowerCase()];
      if (value === undefined && sentOnOccasion.has(header)) continue;
      expect(value, `${name}: no ${header}`).to.be.a('string');
      if (schema.type === 'integer') expect(value).to.match(/^\d+$/);
    }
  }

  #validator(schema: Tree): ValidateFunction {
    const { components } = this.document;
    const known = this.#validators.get(schema) ?? this.#ajv.compile({ ...schema, components });
    this.#validators.set(schema, known);
    return known;
  }

  #follow(part: Tree): Tree {
    if (!part['$ref']) return part;
    const steps = (part['$ref'] as string).slice(2).split('/');
    return steps.reduce<Tree>((tree, step) => tree[step] as Tree, this.document);
  }
}

function codeOf(body: Tree): number {
  return (body['error']?.code ?? body['code']) as number;
}

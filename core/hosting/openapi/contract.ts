import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { apiSecurityHeaders } from '../api/security_headers.ts';
import type { Tree } from '../../kernel/base/tree.ts';
import type { Route } from '../../kernel/routes/route.ts';

export interface DocumentedOperation {
  readonly method: string;
  readonly path: string;
  readonly tree: Tree;
}

export interface GivenAnswer {
  readonly status: number;
  /** Header values by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Lower-case names of headers that every answer may have; the OpenAPI document does not list these. */
const ofEveryAnswer = new Set([
  ...['connection', 'content-encoding', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'],
  'vary',
  ...apiSecurityHeaders().flatMap((name, index) => (index % 2 === 0 ? [name.toLowerCase()] : [])),
]);

/** Key under which ajv stores the components of the document. */
const COMPONENTS = 'document';

/** Compares answers of a server with an OpenAPI document. */
export class Contract {
  #operations: DocumentedOperation[] | undefined;
  readonly #validators = new Map<unknown, ValidateFunction>();
  // Each component is compiled once, as a function that all schemas call. Optimization would take longer than the few calls.
  readonly #ajv = new Ajv2020({
    strict: true,
    // To validate the schemas, each instance would compile the schema of schemas.
    validateSchema: false,
    allErrors: true,
    allowUnionTypes: true,
    inlineRefs: false,
    code: { optimize: false },
  })
    .addVocabulary(['components', 'x-default', 'x-origin', 'x-operations', 'x-summaries'])
    .addFormat('int64', /^[0-9]{1,19}$/);

  constructor(readonly document: Tree) {
    formats.default(this.#ajv);
    this.#ajv.addSchema({ components: document['components'] ?? {} }, COMPONENTS);
  }

  /** All operations, in the order of the OpenAPI document; references in their input are resolved. */
  get operations(): DocumentedOperation[] {
    this.#operations ??= Object.entries(partOf(this.document, 'paths')).flatMap(([path, item]) =>
      Object.entries(item as Tree).map(([method, tree]) => ({
        method: method.toUpperCase(),
        path,
        tree: this.#withInput(tree as Tree),
      })),
    );
    return this.#operations;
  }

  /** @throws Error when the OpenAPI document has no such operation */
  operation(method: string, path: string): DocumentedOperation {
    const found = this.operations.find((one) => one.method === method && one.path === path);
    if (found) return found;
    throw new Error(`The OpenAPI document does not describe ${method} ${path}; correct method or path.`);
  }

  /** Operations of a route. Routes at one address may name their parameters differently. */
  operationsOf({ methods, address }: Pick<Route, 'methods' | 'address'>): DocumentedOperation[] {
    const wanted = templateOf(`/api${address}`);
    return this.operations.filter(({ method, path }) => methods.includes(method) && templateOf(path) === wanted);
  }

  /** Copies an operation with its parameters and the schema of its body in place of references. */
  #withInput(tree: Tree): Tree {
    const { parameters, requestBody: body } = tree as { parameters?: Tree[]; requestBody?: Tree };
    const contents = Object.entries(partOf(body ?? {}, 'content')).map(([type, content]) => {
      const { schema, ...rest } = content as Tree;
      return [type, { ...rest, schema: this.follow(schema as Tree) }];
    });
    return {
      ...tree,
      ...(parameters && { parameters: parameters.map((one) => this.follow(one)) }),
      ...(body && { requestBody: { ...body, content: Object.fromEntries(contents) as Tree } }),
    };
  }

  response({ tree }: DocumentedOperation, status: number): Tree | undefined {
    const response = partOf(tree, 'responses')[status] as Tree | undefined;
    return response && this.follow(response);
  }

  /** Error codes that an operation declares for a status. */
  codes(operation: DocumentedOperation, status: number): number[] {
    const description = this.response(operation, status)?.['description'] as string | undefined;
    return [...(description ?? '').matchAll(/code (\d+):/g)].map(([, code]) => Number(code));
  }

  /** Describes how an answer violates the OpenAPI document; undefined if the answer conforms. */
  problem(operation: DocumentedOperation, given: GivenAnswer): string | undefined {
    const { status, body } = given;
    const response =
      this.response(operation, status) ?? (partOf(operation.tree, 'responses')['default'] as Tree | undefined);
    if (!response) return `the OpenAPI document does not list the status ${status}`;
    const problem = this.#headerProblem(response, given) ?? this.#bodyProblem(response, given);
    if (problem !== undefined || status < 400) return problem;
    const code = codeOf(body);
    const codes = this.codes(operation, status);
    return codes.length === 0 || codes.includes(code)
      ? undefined
      : `the OpenAPI document lists the codes ${codes.join(', ')} for the status ${status}, but not ${String(code)}`;
  }

  /** Names of the headers of an answer that its response does not declare. */
  undeclaredHeaders(operation: DocumentedOperation, { status, headers }: Omit<GivenAnswer, 'body'>): string[] {
    const response = this.response(operation, status) ?? {};
    const declared = Object.keys(partOf(response, 'headers')).map((name) => name.toLowerCase());
    const isKnown = (name: string) =>
      ofEveryAnswer.has(name) || declared.includes(name) || name.startsWith('access-control-');
    return Object.keys(headers).filter((name) => !isKnown(name));
  }

  /** Resolves a `$ref`; returns other parts unchanged. */
  follow(part: Tree): Tree {
    const reference = part['$ref'];
    if (typeof reference !== 'string') return part;
    const steps = reference.slice(2).split('/');
    return steps.reduce<Tree>((tree, step) => tree[step] as Tree, this.document);
  }

  #headerProblem(response: Tree, { headers }: GivenAnswer): string | undefined {
    const promised = partOf(response, 'headers');
    for (const [header, reference] of Object.entries(promised)) {
      const { schema, required } = this.follow(reference as Tree);
      const value = headers[header.toLowerCase()];
      if (value === undefined && required !== true) continue;
      if (value === undefined) return `the header ${header} is missing, which the OpenAPI document declares`;
      const isNumber = (schema as Tree)['type'] === 'integer';
      if (isNumber && !/^\d+$/.test(value))
        return `the header ${header} is "${value}", but the OpenAPI document declares a number`;
    }
    return undefined;
  }

  #bodyProblem(response: Tree, { status, headers, body }: GivenAnswer): string | undefined {
    const type = (headers['content-type'] ?? '').split(';')[0] as string;
    const content = partOf(response, 'content')[type] as Tree | undefined;
    // Answers without a body, such as 304, have no media type.
    if (response['content'] === undefined && type === '') return undefined;
    if (!content)
      return `the OpenAPI document does not list the media type ${type || '(none)'} for the status ${status}`;
    const validate = this.#validator(content['schema'] as Tree);
    if (validate(body)) return undefined;
    const errors = this.#ajv.errorsText(validate.errors, { dataVar: 'body' });
    return `the body differs from the schema of ${type}, status ${status}, in the OpenAPI document: ${errors}`;
  }

  #validator(schema: Tree): ValidateFunction {
    const known = this.#validators.get(schema) ?? this.#ajv.compile(withComponents(schema));
    this.#validators.set(schema, known);
    return known;
  }
}

/** A path without the names of its values: `/api/courses/{}`. */
export function templateOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}

/** Copies a schema; its references then point to the components that ajv has stored. */
function withComponents(schema: Tree): Tree {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${COMPONENTS}#/`)) as Tree;
}

/** Error code of a body, in the `error` object or in problem details. */
function codeOf(body: unknown): number {
  const { error, code } = (body ?? {}) as { error?: { code?: unknown }; code?: unknown };
  return Number(error?.code ?? code);
}

function partOf(tree: Tree, name: string): Tree {
  return (tree[name] ?? {}) as Tree;
}

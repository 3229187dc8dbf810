import {
  buildRouter,
  Contract,
  openApiDocument,
  type DocumentedOperation,
  type Kernel,
  type Route,
} from '../hosting/internals.ts';

/** A response in the form of supertest. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly text?: string;
  readonly request: { readonly method: string; readonly url: string };
}

type Document = ReturnType<typeof openApiDocument>;

/** Compares responses with the OpenAPI document of a running kernel. */
export class Documented {
  // Created on first use, because many tests do not compare responses.
  #router: ReturnType<typeof buildRouter<Route>> | undefined;
  readonly #documents = new Map<number, Document>();
  readonly #whole = new Map<number, Contract>();
  readonly #parts = new Map<number, Contract>();

  constructor(private readonly kernel: Kernel) {}

  get document(): Document {
    return this.#documentOf(NEWEST);
  }

  /** The document of a version, with every media type of a body. */
  #documentOf(version: number): Document {
    const { routes, services } = this.kernel;
    return kept(this.#documents, version, () =>
      openApiDocument({ routes, services }, { ...(version !== NEWEST && { version }), allBodies: true }),
    );
  }

  /**
   * Describes how a response violates the document of its version of the API; undefined if the response conforms.
   * @throws Error when the document lacks an operation that is served
   */
  problem(answer: ReceivedAnswer): string | undefined {
    const { method, url } = answer.request;
    const { pathname, searchParams } = new URL(url);
    const verb = method === 'HEAD' ? 'GET' : method;
    this.#router ??= buildRouter(this.kernel.routes, (one) => one);
    const route = this.#router.find(pathname)?.place.entries.get(verb);
    if (!route) return `the OpenAPI document does not describe ${method} ${pathname}`;
    // The query parameter `fields` selects properties, so an answer may lack required ones.
    const version = Number(answer.headers['api-version'] ?? NEWEST);
    const contract = searchParams.has('fields')
      ? kept(this.#parts, version, () => partial(this.#documentOf(version)))
      : kept(this.#whole, version, () => new Contract(this.#documentOf(version)));
    const operation = contract.operationsOf(route).find((one) => one.method === verb);
    if (!operation)
      throw new Error(`${verb} /api${route.address} is served, but the OpenAPI document does not describe it.`);
    const isEmpty = answer.status === 304 || method === 'HEAD';
    const undeclared = isEmpty
      ? statusProblem(contract, operation, answer.status)
      : contract.problem(operation, { status: answer.status, headers: answer.headers, body: bodyOf(answer) });
    const fix = 'declare it, with @fails or in the shape, or answer otherwise';
    const ofHeaders = isEmpty || undeclared ? undefined : this.#headerProblem(contract, operation, answer);
    const problem = undeclared ? `${undeclared}; ${fix}` : ofHeaders;
    return problem && `${method} ${pathname} answered ${answer.status}: ${problem}`;
  }

  /**
   * Describes undeclared headers of a success; undefined if modules contribute middleware, which may add any header.
   */
  #headerProblem(contract: Contract, operation: DocumentedOperation, answer: ReceivedAnswer): string | undefined {
    if (answer.status >= 400 || this.kernel.services.contributions.of('middleware').length > 0) return undefined;
    const names = contract.undeclaredHeaders(operation, answer).join(', ');
    const fix = 'declare it by "headers" of @resource or of the operation hook';
    return names === '' ? undefined : `the OpenAPI document does not list the header ${names}; ${fix}`;
  }
}

/** Cache key of the newest version, for answers without the header `API-Version`. */
const NEWEST = 0;

function kept<T>(known: Map<number, T>, version: number, make: () => T): T {
  const one = known.get(version) ?? make();
  known.set(version, one);
  return one;
}

function statusProblem(contract: Contract, operation: DocumentedOperation, status: number): string | undefined {
  return contract.response(operation, status) ? undefined : `the OpenAPI document does not list the status ${status}`;
}

function bodyOf({ headers, body, text }: ReceivedAnswer): unknown {
  return /[/+]json\b/.test(headers['content-type'] ?? '') ? body : text;
}

/** Contract in which no property is required, for answers to requests with the query parameter `fields`. */
function partial(document: Document): Contract {
  const text = JSON.stringify(document, (key, value: unknown) =>
    key === 'required' && Array.isArray(value) ? undefined : value,
  );
  return new Contract(JSON.parse(text) as Document);
}

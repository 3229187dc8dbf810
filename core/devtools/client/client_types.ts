/** HTTP methods, by which the functions of a client are named. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export type OperationAt<Paths, Path extends keyof Paths, M extends Method> =
  Paths[Path] extends Record<M, infer Operation> ? Operation : never;

/** Paths with an operation of the method `M`. */
type PathsWith<Paths, M extends Method> = {
  [Path in keyof Paths & string]: Paths[Path] extends Record<M, object> ? Path : never;
}[keyof Paths & string];

/** Inputs of a call: parameters in the path, the query and headers. */
type Parameters<Operation> = Operation extends { parameters: infer Given }
  ? Pick<Given, keyof Given & ('path' | 'query' | 'header')>
  : never;

type BodyOf<Operation> = Operation extends { requestBody?: infer Body } ? Exclude<Body, undefined> : never;

type ContentOf<Holder> = Holder extends { content: { 'application/json': infer Json } }
  ? Json
  : Holder extends { content: unknown }
    ? string
    : never;

type Body<Operation> = [BodyOf<Operation>] extends [never]
  ? { body?: never }
  : Operation extends { requestBody: object }
    ? { body: ContentOf<BodyOf<Operation>> }
    : { body?: ContentOf<BodyOf<Operation>> };

type CallOptions<Operation> = Parameters<Operation> & Body<Operation> & { signal?: AbortSignal };

/** Makes the options of a call optional, unless one of them is required. */
type Optional<Options> = Record<never, never> extends Options ? [options?: Options] : [options: Options];

type Responses<Operation> = Operation extends { responses: infer All } ? All : never;

/** Statuses of successful answers. */
type Fine = 200 | 201;

type Data<Operation> = {
  [Status in keyof Responses<Operation> & Fine]: ContentOf<Responses<Operation>[Status]>;
}[keyof Responses<Operation> & Fine];

/** A failure of the API with the codes of one status. */
type FailureAt<Body, Status> = Body extends { error: infer Described }
  ? Described & { readonly status: Status; readonly requestId?: string }
  : never;

/** A failed answer that is not of the API, such as an answer of a proxy. */
export interface ForeignFailure {
  readonly code: null;
  readonly status: number;
  readonly message: string;
}

/** Failures of an operation: a union by `code`, which is null for answers that are not of the API. */
type FailureOf<Operation> =
  | {
      [Status in keyof Responses<Operation>]: FailureAt<ContentOf<Responses<Operation>[Status]>, Status>;
    }[keyof Responses<Operation>]
  | ForeignFailure;

/** Result of a call: `data` on success, else `error`. */
export type Result<Operation> =
  | { readonly ok: true; readonly status: number; readonly data: Data<Operation>; readonly response: Response }
  | { readonly ok: false; readonly status: number; readonly error: FailureOf<Operation>; readonly response: Response };

/** Options of a list without `after` and `offset`, which the iterator sets. */
type ListOptions<Options> = {
  [Name in keyof Options]: Name extends 'query' ? Omit<NonNullable<Options[Name]>, 'after' | 'offset'> : Options[Name];
};

type EntryOf<List> = List extends
  | readonly (infer Entry)[]
  | { data: readonly (infer Entry)[] }
  | { resources: readonly (infer Entry)[] }
  ? Entry
  : never;

/** Paths whose GET answers a list. */
type ListPaths<Paths> = {
  [Path in keyof Paths & string]: [EntryOf<Data<OperationAt<Paths, Path, 'get'>>>] extends [never] ? never : Path;
}[keyof Paths & string];

/** A function for each HTTP method, which accepts the paths with an operation of this method. */
export type Client<Paths> = {
  readonly [M in Method]: <Path extends PathsWith<Paths, M>>(
    path: Path,
    ...rest: Optional<CallOptions<OperationAt<Paths, Path, M>>>
  ) => Promise<Result<OperationAt<Paths, Path, M>>>;
} & {
  /**
   * Iterates over all entries of a list, page by page; `limit` is the size of a page, by default 100. A list without pages
   * is read by one call.
   * @throws CallFailure when the server answers a page with an error, and the error of `fetch` when no answer arrives
   */
  readonly each: <Path extends ListPaths<Paths>>(
    path: Path,
    ...rest: Optional<ListOptions<CallOptions<OperationAt<Paths, Path, 'get'>>>>
  ) => AsyncGenerator<EntryOf<Data<OperationAt<Paths, Path, 'get'>>>, void>;
};

/** Address of the installation, and options of all calls. */
export interface ClientOptions {
  /** Address of the installation, without `/api`: `https://learn.example.com`. */
  readonly baseUrl: string;
  /** Headers of every call, such as `X-Auth-Token`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Largest number of retries of a read, or of a write with an `Idempotency-Key`; by default 2. */
  readonly retries?: number;
  /** Sends the requests instead of the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Options of a call at run time, without the types of its operation. */
export interface AnyOptions {
  readonly path?: Values;
  readonly query?: Values;
  readonly header?: Values;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Values of parameters by name. */
export type Values = Readonly<Record<string, unknown>>;

/** Data of the operations that the client needs when it runs. */
export interface OperationFacts {
  /** Value of `Accept` that selects the version of the API, if it is not the newest. */
  readonly accept?: string;
  /** Paths of lists with the parameter `after`. */
  readonly keyset: readonly string[];
  /** Paths of lists with the parameter `offset`. */
  readonly paged: readonly string[];
  /** Methods and paths of writes that read `Idempotency-Key`: `POST /api/orders`. */
  readonly keyed: readonly string[];
}

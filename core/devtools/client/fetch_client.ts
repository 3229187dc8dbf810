/** HTTP methods of operations. */
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The operation of a method at a path. */
type OperationAt<Paths, Path extends keyof Paths, M extends Method> =
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

/** All options of a call; may be omitted if all of them are optional. */
type CallOptions<Operation> = Parameters<Operation> & Body<Operation> & { signal?: AbortSignal };

type Rest<Operation> =
  Record<never, never> extends CallOptions<Operation>
    ? [options?: CallOptions<Operation>]
    : [options: CallOptions<Operation>];

type Responses<Operation> = Operation extends { responses: infer All } ? All : never;

/** Statuses of successful answers. */
type Fine = 200 | 201;

type Data<Operation> = {
  [Status in keyof Responses<Operation> & Fine]: ContentOf<Responses<Operation>[Status]>;
}[keyof Responses<Operation> & Fine];

type Failed<Operation> = {
  [Status in Exclude<keyof Responses<Operation>, Fine>]: ContentOf<Responses<Operation>[Status]>;
}[Exclude<keyof Responses<Operation>, Fine>];

/** Result of a call: `data` on success, else `error`, which is undefined for an answer without a body. */
export type Result<Operation> =
  | { readonly ok: true; readonly status: number; readonly data: Data<Operation>; readonly response: Response }
  | {
      readonly ok: false;
      readonly status: number;
      readonly error: Failed<Operation> | undefined;
      readonly response: Response;
    };

/** A function for each HTTP method, which accepts the paths with an operation of this method. */
export type Client<Paths> = {
  readonly [M in Method]: <Path extends PathsWith<Paths, M>>(
    path: Path,
    ...rest: Rest<OperationAt<Paths, Path, M>>
  ) => Promise<Result<OperationAt<Paths, Path, M>>>;
};

/** Address of the installation, and options of all calls. */
export interface ClientOptions {
  /** Address of the installation, without `/api`: `https://learn.example.com`. */
  readonly baseUrl: string;
  /** Headers of every call, such as `X-Auth-Token`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends the requests instead of the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

type Value = string | number | boolean;
type Values = Readonly<Record<string, unknown>>;

/** Options of a call to any operation. */
interface AnyOptions {
  readonly path?: Values;
  readonly query?: Values;
  readonly header?: Values;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Creates a client for the paths of an OpenAPI document. */
export function createClient<Paths>(options: ClientOptions): Client<Paths> {
  const call = (method: Method) => (template: string, given?: AnyOptions) =>
    answerOf(options, urlOf(options.baseUrl, template, given), requestOf(method, options, given));
  return {
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
  } as Client<Paths>;
}

/** Fills in path parameters; a list in the query is sent as several pairs. */
function urlOf(baseUrl: string, template: string, { path = {}, query = {} }: AnyOptions = {}): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat() as (Value | null | undefined)[])
      if (one !== undefined && one !== null) search.append(name, String(one));
  }
  return `${baseUrl.replace(/\/$/, '')}${filled}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

function requestOf(
  method: Method,
  { headers = {} }: ClientOptions,
  { header = {}, body, signal }: AnyOptions = {},
): RequestInit {
  const given = Object.entries(header).filter(([, value]) => value !== undefined);
  return {
    method: method.toUpperCase(),
    headers: {
      ...(body !== undefined && typeof body !== 'string' && { 'Content-Type': 'application/json' }),
      ...headers,
      ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  };
}

async function answerOf({ fetch: send = fetch }: ClientOptions, url: string, request: RequestInit): Promise<unknown> {
  const response = await send(url, request);
  const { status, ok } = response;
  const content = contentOf(await response.text(), response.headers.get('content-type') ?? '');
  return ok ? { ok, status, data: content, response } : { ok, status, error: content, response };
}

function contentOf(text: string, type: string): unknown {
  if (text === '') return undefined;
  return /[/+]json\b/.test(type) ? (JSON.parse(text) as unknown) : text;
}

import type { AnyOptions, Client, ClientOptions, Method, OperationFacts, Values } from './client_types.ts';
import { entriesOf, type ListCall } from './paging.ts';
import { sendRetrying } from './retrying.ts';

/** Creates a client for the paths of an OpenAPI document. */
export function createClient<Paths>(options: ClientOptions, facts: OperationFacts): Client<Paths> {
  const headers = { ...(facts.accept !== undefined && { Accept: facts.accept }), ...options.headers };
  const call = (method: Method) => async (template: string, given?: AnyOptions) => {
    const isKeyed = facts.keyed.includes(`${method.toUpperCase()} ${template}`);
    const request = requestOf(method, headers, isKeyed ? withKey(given) : given);
    const retries = method === 'get' || isKeyed ? options.retries : 0;
    const response = await sendRetrying(urlOf(options.baseUrl, template, given), request, {
      ...options,
      ...(retries !== undefined && { retries }),
    });
    return resultOf(response);
  };
  const get = call('get');
  return {
    get,
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
    each: (template: string, given?: AnyOptions) =>
      entriesOf((query) => get(template, { ...given, query }) as ReturnType<ListCall>, {
        query: given?.query ?? {},
        by: facts.keyset.includes(template) ? 'after' : facts.paged.includes(template) ? 'offset' : undefined,
      }),
  } as Client<Paths>;
}

/** Adds an `Idempotency-Key`, unless the caller has chosen one. All tries of a call have the same key. */
function withKey(given: AnyOptions = {}): AnyOptions {
  return { ...given, header: { 'Idempotency-Key': crypto.randomUUID(), ...given.header } };
}

type Value = string | number | boolean;

/** Fills in path parameters. A list in the query is sent as several pairs; null and undefined are left out. */
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
  headers: Readonly<Record<string, string>>,
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

async function resultOf(response: Response): Promise<unknown> {
  const { status, ok } = response;
  const content = contentOf(await response.text(), response.headers.get('content-type') ?? '');
  return ok ? { ok, status, data: content, response } : { ok, status, error: failureOf(status, content), response };
}

function contentOf(text: string, type: string): unknown {
  if (text === '') return undefined;
  return /[/+]json\b/.test(type) ? (JSON.parse(text) as unknown) : text;
}

/**
 * Converts a failed answer to `error` of the result. Answers that are not of the API have no number in `error.code`.
 */
function failureOf(status: number, content: unknown): unknown {
  const { error, requestId } = (content ?? {}) as { error?: Values; requestId?: string };
  if (typeof error?.['code'] !== 'number')
    return {
      code: null,
      status,
      message: `The server answered ${status}, but not in the format of the API; check baseUrl and proxies.`,
    };
  return { ...error, status, ...(requestId !== undefined && { requestId }) };
}

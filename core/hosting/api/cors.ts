import type { IncomingMessage, ServerResponse } from 'node:http';
import { ANY_ORIGIN } from '../config/cors_origins.ts';
import type { CorsSettings } from '../config/schema.ts';
import type { KernelMiddleware } from '../../kernel/http/request_hooks.ts';
import type { Router } from '../../kernel/http/router.ts';

/** Request headers of the API, besides those for credentials. */
const requestHeaders = ['Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'Prefer', 'X-Request-Id'];

/** Response headers of the API that scripts of other origins cannot read by default. */
const responseHeaders = [
  'API-Version',
  'Allow',
  'Deprecation',
  'ETag',
  'Link',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-Request-Id',
  'X-Total-Count',
  'X-Next-Cursor',
];

/** Allowed methods at addresses whose methods are not known, such as mounts. */
export const anyMethod = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/** Headers, as alternating names and values. */
type Headers = readonly string[];

interface CorsParts {
  readonly settings: CorsSettings;
  /** Names of the headers that carry credentials, separated by commas. */
  readonly credentials: string;
}

/** Headers of every API answer: `Vary`, and the CORS headers if all origins are allowed. */
export function alwaysForOrigins(settings: CorsSettings): Headers {
  if (isForAll(settings)) return ['Vary', 'Accept', ...readableBy(ANY_ORIGIN, settings)];
  return ['Vary', settings.origins.length > 0 ? 'Accept, Origin' : 'Accept'];
}

function isForAll({ origins }: CorsSettings): boolean {
  return origins.includes(ANY_ORIGIN);
}

function readableBy(origin: string, { credentials, exposedHeaders }: CorsSettings): Headers {
  const allowed = credentials ? ['Access-Control-Allow-Credentials', 'true'] : [];
  const exposed = [...responseHeaders, ...exposedHeaders].join(', ');
  return ['Access-Control-Allow-Origin', origin, ...allowed, 'Access-Control-Expose-Headers', exposed];
}

export function corsOf(settings: CorsSettings, credentials: string): Cors | undefined {
  return settings.origins.length > 0 ? new Cors({ settings, credentials }) : undefined;
}

/** Lets scripts of the configured origins read answers of the API. */
export class Cors {
  /** CORS headers of answers by allowed origin. */
  readonly #readable: ReadonlyMap<string, Headers>;
  readonly #isForAll: boolean;
  readonly #asked: Headers;

  constructor({ settings, credentials }: CorsParts) {
    this.#isForAll = isForAll(settings);
    this.#readable = new Map(settings.origins.map((origin) => [origin, readableBy(origin, settings)]));
    // Scripts cannot set the header Cookie.
    const sent = credentials.split(', ').filter((name) => name !== 'Cookie');
    const headers = [...sent, ...requestHeaders, ...settings.headers].filter(Boolean).join(', ');
    this.#asked = ['Access-Control-Allow-Headers', headers, 'Access-Control-Max-Age', String(settings.maxAge)];
  }

  /** Wraps the kernel: answers below `/api` get the CORS headers of an allowed origin, error answers included. */
  around(kernel: KernelMiddleware, router: Router<unknown>): KernelMiddleware {
    return (request, response, next) => {
      if (!/^\/api(?:[/?]|$)/.test(request.url ?? '')) {
        kernel(request, response, next);
        return;
      }
      const readable = this.#readableBy(request);
      if (readable) this.#permit(response, readable);
      if (readable && isPreflight(request))
        setAll(response, ['Access-Control-Allow-Methods', methodsAt(router, request), ...this.#asked]);
      kernel(request, response, () => {
        this.#addToPage(response, readable);
        next();
      });
    };
  }

  /** Whether a request is a preflight of an allowed origin; preflights carry no credentials. */
  isPreflight(request: IncomingMessage): boolean {
    return isPreflight(request) && this.#readableBy(request) !== undefined;
  }

  #readableBy({ headers: { origin } }: IncomingMessage): Headers | undefined {
    return this.#readable.get(this.#isForAll ? ANY_ORIGIN : (origin ?? ''));
  }

  #permit(response: ServerResponse, readable: Headers): void {
    // If all origins are allowed, every answer of the kernel has these headers already (alwaysForOrigins).
    if (!this.#isForAll) setAll(response, readable);
  }

  /** Completes the headers of answers below `/api` that the kernel does not send, such as the OpenAPI document. */
  #addToPage(response: ServerResponse, readable: Headers | undefined): void {
    if (this.#isForAll) setAll(response, readable ?? []);
    else response.appendHeader('Vary', 'Origin');
  }
}

function methodsAt(router: Router<unknown>, { url = '' }: IncomingMessage): string {
  try {
    const place = router.find(url.replace(/\?.*$/s, ''))?.place;
    return place ? [...place.entries.keys()].join(', ') : anyMethod;
  } catch {
    // The URL has a broken percent-encoding; the kernel rejects the request.
    return anyMethod;
  }
}

function setAll(response: ServerResponse, headers: Headers): void {
  for (let index = 0; index < headers.length; index += 2)
    response.setHeader(headers[index] as string, headers[index + 1] as string);
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
}

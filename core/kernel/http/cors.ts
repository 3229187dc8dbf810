import type { IncomingMessage, ServerResponse } from 'node:http';
import { ANY_ORIGIN } from '../declare/origin.ts';
import type { CorsSettings } from '../declare/config_schema.ts';
import type { Router } from './router.ts';

/** Request headers that operations of the kernel use, besides those for credentials. */
const heeded = ['Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'X-Request-Id'];

/** Response headers of the kernel that scripts cannot read by default. */
const answered = [
  'API-Version',
  'Allow',
  'Deprecation',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-Request-Id',
  'X-Total-Count',
];

/** Methods allowed for middleware, which does not declare its methods. */
export const anyMethod = 'GET, HEAD, POST, PUT, PATCH, DELETE';

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Headers, name and value in turn. */
type Headers = readonly string[];

export interface CorsParts {
  readonly settings: CorsSettings;
  readonly router: Router<unknown>;
  /** Names of the headers that carry credentials, separated by commas. */
  readonly credentials: string;
}

/** Whether scripts of any other origin may read answers. */
export function isCrossOrigin({ origins }: CorsSettings): boolean {
  return origins.length > 0;
}

/** CORS headers of every answer of the API, for any origin: caches must not mix answers for different origins. */
export function alwaysForOrigins(settings: CorsSettings): Headers {
  if (isForAll(settings)) return ['Vary', 'Accept', ...readableBy(ANY_ORIGIN, settings)];
  return ['Vary', isCrossOrigin(settings) ? 'Accept, Origin' : 'Accept'];
}

function isForAll({ origins }: CorsSettings): boolean {
  return origins.includes(ANY_ORIGIN);
}

function readableBy(origin: string, { credentials, exposedHeaders }: CorsSettings): Headers {
  const allowed = credentials ? ['Access-Control-Allow-Credentials', 'true'] : [];
  const exposed = [...answered, ...exposedHeaders].join(', ');
  return ['Access-Control-Allow-Origin', origin, ...allowed, 'Access-Control-Expose-Headers', exposed];
}

/** Lets scripts of other origins read answers of the API; created only where the configuration names origins. */
export class Cors {
  /** Response headers by origin. */
  readonly #readable: ReadonlyMap<string, Headers>;
  readonly #isForAll: boolean;
  readonly #asked: Headers;

  constructor(private readonly parts: CorsParts) {
    const { settings, credentials } = parts;
    this.#isForAll = isForAll(settings);
    this.#readable = new Map(settings.origins.map((origin) => [origin, readableBy(origin, settings)]));
    const headers = [credentials, ...heeded, ...settings.headers].filter(Boolean).join(', ');
    this.#asked = ['Access-Control-Allow-Headers', headers, 'Access-Control-Max-Age', String(settings.maxAge)];
  }

  /** Checks the origin of every API request before anything can fail. */
  around(kernel: Middleware): Middleware {
    return (request, response, next) => {
      if (!isForApi(request)) {
        kernel(request, response, next);
        return;
      }
      const readable = this.#readableBy(request);
      if (readable) this.#permit(request, response, readable);
      kernel(request, response, () => {
        this.#addToPage(response, readable);
        next();
      });
    };
  }

  /** Whether a request is a preflight of an allowed origin; preflights carry no credentials. */
  isWish(request: IncomingMessage): boolean {
    return isPreflight(request) && this.#readableBy(request) !== undefined;
  }

  #readableBy({ headers: { origin } }: IncomingMessage): Headers | undefined {
    return this.#readable.get(this.#isForAll ? ANY_ORIGIN : (origin ?? ''));
  }

  #permit(request: IncomingMessage, response: ServerResponse, readable: Headers): void {
    // With any origin allowed, every answer has these headers already.
    if (!this.#isForAll) setAll(response, readable);
    if (!isPreflight(request)) return;
    setAll(response, ['Access-Control-Allow-Methods', this.#methodsAt(request), ...this.#asked]);
  }

  /** Adds CORS headers to pages after the kernel, such as the API document; the kernel adds none to them. */
  #addToPage(response: ServerResponse, readable: Headers | undefined): void {
    if (this.#isForAll) setAll(response, readable ?? []);
    else response.appendHeader('Vary', 'Origin');
  }

  #methodsAt({ url = '' }: IncomingMessage): string {
    try {
      const place = this.parts.router.find(url.replace(/\?.*$/s, ''))?.place;
      return place ? [...place.entries.keys()].join(', ') : anyMethod;
    } catch {
      // The kernel answers broken percent-encoding.
      return anyMethod;
    }
  }
}

function setAll(response: ServerResponse, headers: Headers): void {
  for (let index = 0; index < headers.length; index += 2)
    response.setHeader(headers[index] as string, headers[index + 1] as string);
}

function isForApi({ url = '' }: IncomingMessage): boolean {
  return /^\/api(?:[/?]|$)/.test(url);
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
}

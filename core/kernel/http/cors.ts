import type { IncomingMessage, ServerResponse } from 'node:http';
import { ANY_ORIGIN } from '../declare/origin.ts';
import type { CorsSettings } from '../declare/config_schema.ts';
import type { Router } from './router.ts';

/** Headers that operations of the kernel heed, besides those that credentials come in. */
const heeded = ['Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'X-Request-Id'];

/** Headers that the kernel answers with and scripts do not see by themselves. */
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

/** What middleware may be asked for, which says nothing of its methods. */
export const anyMethod = 'GET, HEAD, POST, PUT, PATCH, DELETE';

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Headers, name and value in turn. */
type Headers = readonly string[];

export interface CorsParts {
  readonly settings: CorsSettings;
  readonly router: Router<unknown>;
  /** Names of the headers that credentials come in, with commas between them. */
  readonly credentials: string;
}

/** Whether scripts of any other origin may read answers. */
export function isCrossOrigin({ origins }: CorsSettings): boolean {
  return origins.length > 0;
}

/** Headers of every answer of the API, whoever asks: caches must not give the answer for one origin to another. */
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

/** Lets scripts of other origins read what the API answers; made only where the configuration names some. */
export class Cors {
  /** What an answer says to each origin. */
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

  /** Asks of every request for the API where it comes from, before anything can fail. */
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

  /** Whether a browser asks on behalf of a page that may ask; such a question has no credentials. */
  isWish(request: IncomingMessage): boolean {
    return isPreflight(request) && this.#readableBy(request) !== undefined;
  }

  #readableBy({ headers: { origin } }: IncomingMessage): Headers | undefined {
    return this.#readable.get(this.#isForAll ? ANY_ORIGIN : (origin ?? ''));
  }

  #permit(request: IncomingMessage, response: ServerResponse, readable: Headers): void {
    // What all may read, every answer says anyway.
    if (!this.#isForAll) setAll(response, readable);
    if (!isPreflight(request)) return;
    setAll(response, ['Access-Control-Allow-Methods', this.#methodsAt(request), ...this.#asked]);
  }

  /** Pages behind the kernel have none of its headers, the document of the API among them. */
  #addToPage(response: ServerResponse, readable: Headers | undefined): void {
    if (this.#isForAll) setAll(response, readable ?? []);
    else response.appendHeader('Vary', 'Origin');
  }

  #methodsAt({ url = '' }: IncomingMessage): string {
    try {
      const place = this.parts.router.find(url.replace(/\?.*$/s, ''))?.place;
      return place ? [...place.entries.keys()].join(', ') : anyMethod;
    } catch {
      // Broken encoding, which the kernel answers.
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

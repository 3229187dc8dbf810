import { standardFailures, use, type Authenticator, type Caller, type RequestView } from 'lectern';
import { ApiCredentials } from './api_credentials.ts';

const NAME = 'lectern_console';
const HEADER = 'x-console';
const FOREIGN =
  'A request with the cookie of the console has to come from a page of the console; a writing request also needs the header X-Console.';
const reading = new Set(['GET', 'HEAD', 'OPTIONS']);
// Values of Sec-Fetch-Site for requests that no page of another origin has caused; undefined without the header.
const ownSites = new Set([undefined, 'same-origin', 'none']);

/**
 * Authenticates requests of the console by a token in a cookie. Other credentials of a request take precedence.
 * Browsers may add the cookie to requests of other pages. Writing requests therefore need the header `X-Console`, which
 * pages of other origins cannot add.
 */
export class ConsoleCookie implements Authenticator {
  readonly name = 'ConsoleCookie';
  readonly rank = 90;
  readonly security = {
    type: 'apiKey',
    in: 'cookie',
    name: NAME,
    description: 'Cookie of the console. Writing requests also need the header `X-Console`.',
  };
  readonly #accounts = use('consoleAccounts');
  readonly #publicUrl = use('publicUrl');
  readonly fails = [...this.#accounts.fails, standardFailures.permissionDenied];
  /** Tells the page to ask for a credential of the API; absent with accounts, which the page asks for by default. */
  declare readonly challenge?: string;

  constructor() {
    if (this.#accounts instanceof ApiCredentials) this.challenge = 'Console realm="credential"';
  }

  /** @throws standardFailures.permissionDenied for a request that a page of another origin may have caused */
  find(request: RequestView): string | undefined {
    // The sign-in ignores the cookie: a browser may still have that of an ended session.
    const token = isSignIn(request) ? undefined : cookieOf(request);
    if (token !== undefined) refuseForeign(request);
    return token;
  }

  /** @throws the failures of `identify` of the accounts */
  identify(token: string, request: RequestView): Caller | Promise<Caller> {
    return this.#accounts.identify(token, request);
  }

  /** Value of `Set-Cookie` that stores a token. Scripts cannot read the cookie, and other sites cannot send the cookie. */
  stored(token: string): string {
    const { seconds } = this.#accounts;
    return this.#cookie(token, seconds === 0 ? '' : ` Max-Age=${seconds};`);
  }

  /** Value of `Set-Cookie` that removes the token. */
  removed(): string {
    return this.#cookie('', ' Max-Age=0;');
  }

  #cookie(value: string, age: string): string {
    const { protocol, pathname } = new URL(this.#publicUrl());
    const secure = protocol === 'https:' ? '; Secure' : '';
    return `${NAME}=${value}; Path=${pathname.replace(/\/$/, '')}/api;${age} HttpOnly; SameSite=Strict${secure}`;
  }
}

/** @throws standardFailures.permissionDenied for a request that a page of another origin may have caused */
export function refuseForeign({ message: { headers, method = 'GET' } }: Pick<RequestView, 'message'>): void {
  const isOwn = ownSites.has(headers['sec-fetch-site']);
  if (isOwn && (reading.has(method) || headers[HEADER] !== undefined)) return;
  throw standardFailures.permissionDenied({ message: FOREIGN });
}

function isSignIn({ message: { method, url = '' } }: RequestView): boolean {
  return method === 'POST' && /^\/api\/console\/sessions?\/?(\?|$)/.test(url);
}

function cookieOf(request: RequestView): string | undefined {
  const pairs = request.header('cookie')?.split(';') ?? [];
  const pair = pairs.map((one) => one.trim()).find((one) => one.startsWith(`${NAME}=`));
  return pair?.slice(NAME.length + 1) || undefined;
}

import { verbatim } from 'lectern';
import { openApiDocument, type Route } from 'lectern/host';
import { buildRouter, type DocumentedOperation } from '../../../core/hosting/internals.ts';
import type { TestKernel } from 'lectern/testing';
import type { Attempt } from '../../../core/devtools/check/requests/attempts.ts';
import type { Sent } from '../../../core/devtools/check/requests/client.ts';
import { exampleRequest } from '../../support/example_request.ts';
import { projectRoot } from '../../support/platform.ts';
import type { RawAnswer } from '../../support/raw_http.ts';
import { Described } from './described.ts';
import { former } from './twists.ts';

/** A request with its answer, and whether its operation ran. */
export interface Heard {
  readonly sent: Sent;
  readonly id: string;
  readonly answer: RawAnswer;
  readonly ran: boolean;
}

/** Statuses of refusals before routing, which no operation documents. */
const beforeRouting = new Set([414, 431]);
const always = ['x-request-id', 'x-content-type-options'];
/** Words of stacks, paths and statements. What clients sent is never repeated in a refusal. */
const inner =
  /\bat [\w.<>]+ \(|node:|node_modules|\.[cm]?[jt]s:\d|pglite|sqlstate|violates|syntax error at|(?:relation|column) "/i;

type Found = { readonly route: Route; readonly operation: DocumentedOperation } | { readonly expected: string };

/** Describes how an answer differs from the format of all answers, or from the document of its operation. */
export class Judge {
  /** The newest version. */
  readonly #described: Described;
  readonly #former: Described;
  readonly #router: ReturnType<typeof buildRouter<Route>>;
  readonly #operations: ReadonlyMap<string, DocumentedOperation>;

  constructor({ kernel, document }: TestKernel) {
    this.#described = new Described(document);
    const { routes, services } = kernel;
    this.#former = new Described(openApiDocument({ routes, services }, { version: former.version, allBodies: true }));
    this.#router = buildRouter(kernel.routes, (route) => route);
    this.#operations = new Map(this.operations.map((one) => [`${one.method} ${nameless(one.path)}`, one]));
  }

  get operations(): readonly DocumentedOperation[] {
    return this.#described.operations;
  }

  /** The request with the examples of the document, which succeeds more often than generated values. */
  example(operation: DocumentedOperation): Attempt {
    const { path, ...rest } = exampleRequest(operation, this.#described.follow);
    return { persona: '', headers: {}, ...rest, path: Object.values(path) };
  }

  problem({ sent, id, answer, ran }: Heard): string | undefined {
    const found = this.#find(sent);
    const isVerbatim = 'route' in found && found.route.answer === verbatim;
    if (isVerbatim && !isOurs(answer)) return answer.status >= 500 ? 'fails in the words of a platform' : undefined;
    return (
      shapeProblem(sent, id, answer) ??
      (ran && answer.status >= 400 ? 'was carried out before it was refused' : undefined) ??
      (beforeRouting.has(answer.status) ? undefined : this.#routeProblem(found, sent, answer))
    );
  }

  #routeProblem(found: Found, { method, path, headers: asked }: Sent, answer: RawAnswer): string | undefined {
    const { status, headers } = answer;
    const code = codeIn(answer);
    if ('expected' in found) {
      const given = method === 'HEAD' ? String(status) : `${status}/${code}`;
      return found.expected.includes(given) ? undefined : `should be ${found.expected}`;
    }
    if (status === 500 && code === 7) return 'is an internal error';
    const hasBody = method !== 'HEAD' && status !== 304;
    const isNarrowed = status < 400 && path.includes('fields');
    const given = { status, headers, body: bodyOf(answer) };
    const isFormer = asked['Accept'] === former.mediaType;
    const described = isFormer ? this.#former : this.#described;
    return described.problem(found.operation, given, { hasBody, isNarrowed });
  }

  #find({ method, path: target }: Sent): Found {
    const path = target.replace(/^https?:\/\/[^/?#]*/, '').replace(/\?.*$/s, '');
    if (!/^\/api(?:\/|$)/.test(path)) return { expected: '404/1 or 400/2' };
    try {
      const place = this.#router.find(path)?.place;
      if (!place) return { expected: '404/1' };
      const route = place.entries.get(method);
      if (!route) return { expected: method === 'OPTIONS' ? '204/0' : '405/12' };
      const key = `${method === 'HEAD' ? 'GET' : method} ${nameless(`/api${route.address}`)}`;
      return { route, operation: this.#operations.get(key) as DocumentedOperation };
    } catch {
      return { expected: '400/2' };
    }
  }
}

/** Checks the parts that every answer has. */
function shapeProblem({ method }: Sent, id: string, answer: RawAnswer): string | undefined {
  const { status, headers, body } = answer;
  const missing = always.find((name) => headers[name] === undefined);
  if (missing !== undefined) return `lacks the header ${missing}`;
  // A request that is too large to be read has no id yet.
  if (headers['x-request-id'] !== id && !beforeRouting.has(status)) return 'has the id of another request';
  if (headers['x-injected'] !== undefined) return 'has a header that the client made';
  if (status < 400 || method === 'HEAD') return undefined;
  if (!isOurs(answer)) return 'is not in the one shape of errors';
  if (inner.test(body) || body.includes(projectRoot)) return 'shows what is inside';
  return undefined;
}

function isOurs(answer: RawAnswer): boolean {
  const body = bodyOf(answer) as { error?: object; requestId?: unknown; code?: unknown; title?: unknown } | null;
  const type = answer.headers['content-type'];
  if (type === 'application/problem+json; charset=utf-8') return typeof body?.code === 'number' && 'title' in body;
  if (type !== 'application/json; charset=utf-8' || typeof body?.error !== 'object') return false;
  const names = Object.keys(body).filter((name) => name !== 'requestId');
  const known = Object.keys(body.error).every((name) => ['code', 'message', 'details'].includes(name));
  return known && names.length === 1 && (body.requestId !== undefined) === answer.status >= 500;
}

function codeIn(answer: RawAnswer): number {
  const { error, code = 0 } = (bodyOf(answer) ?? {}) as { error?: { code: number }; code?: number };
  return answer.status < 400 ? 0 : (error?.code ?? code);
}

function bodyOf({ headers, body }: RawAnswer): unknown {
  if (!/[/+]json\b/.test(headers['content-type'] ?? '')) return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function nameless(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}

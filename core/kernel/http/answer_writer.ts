import { isVerbatim, type Page, type VerbatimAnswer } from '../declare/answer.ts';
import type { Caller } from '../declare/call.ts';
import type { Filter } from '../compile/response_filter.ts';
import { httpMapping } from '../base/operations.ts';
import { secretFinder, type CarriesSecret } from '../compile/secret_answer.ts';
import { isInstance, reasonOf } from '../base/thrown.ts';
import type { Route } from '../routes/route.ts';
import type { EndpointParts } from './app_parts.ts';
import { addPagingHeaders, linkedNames } from './paging_headers.ts';
import type { RequestContext } from './request_context.ts';
import { forbidStoring, sendRead } from './send_read.ts';
import type { Sender } from './sender.ts';

/** Parts of a call that its answer depends on. */
interface Answered {
  readonly input: Input;
  readonly user: Caller | undefined;
}

interface Input {
  readonly offset?: number;
  readonly limit?: number;
}

const MIB = 2 ** 20;
const MAX_MIB = 64;
const PAGE_IT = 'return a page of it, or send it as a file.';

/** Filters and sends the answers of one route. */
export class AnswerWriter {
  readonly #filter: Filter;
  readonly #carriesSecret: CarriesSecret;
  readonly #pages: boolean;
  readonly #linked: ReadonlySet<string>;
  readonly #isVerbatim: boolean;
  readonly #reads: boolean;

  constructor(
    private readonly route: Route,
    private readonly parts: EndpointParts,
  ) {
    const { input, answer, mode, operation, cached } = route;
    const { conventions, hooks, write } = parts;
    this.#filter = hooks.wrapFilter(route, conventions.responseFilters.compile(route, write));
    this.#carriesSecret = secretFinder(answer, mode, cached > 0);
    this.#reads = httpMapping[operation].methods.includes('GET');
    this.#isVerbatim = isVerbatim(answer);
    this.#linked = linkedNames(input);
    this.#pages = 'kind' in answer && (answer.kind === 'page' || answer.kind === 'pagedList');
  }

  /** Sends the result of an operation. @throws TypeError when the filter of the route rejects the result */
  send(context: RequestContext, value: unknown, { input, user }: Answered): ReturnType<Sender['json']> {
    const body = this.#written(context, value, input);
    if (this.#carriesSecret(value)) forbidStoring(context);
    const { sender, vary } = this.parts;
    if (this.#isVerbatim) {
      sender.verbatim(context, value as VerbatimAnswer);
      return undefined;
    }
    if (this.#reads) return sendRead(sender, context, { body, maxAge: user ? 0 : this.route.cached, vary });
    if (this.route.creates) context.header('Location', locationOf(context, value));
    return sender.json(context, this.route.creates ? 201 : 200, body);
  }

  #written(context: RequestContext, value: unknown, input: Input): string {
    let body: string;
    try {
      body = this.#filtered(context, value, input);
    } catch (error) {
      if (isTooLong(error)) throw this.#fault(`is longer than 512 MiB; ${PAGE_IT}`, error);
      throw this.#fault(`cannot be written: ${reasonOf(error)}; return what its @returns declares.`, error);
    }
    const length = body.length / MIB;
    if (length <= MAX_MIB) return body;
    throw this.#fault(`has ${Math.round(length)} MiB, and an answer at most ${MAX_MIB}; ${PAGE_IT}`);
  }

  #fault(problem: string, cause?: unknown): TypeError {
    const { file, operation, address } = this.route;
    return new TypeError(`${file}: the result of ${operation} at ${address} ${problem}`, { cause });
  }

  #filtered(context: RequestContext, value: unknown, input: Input): string {
    const { added } = context;
    const only = selectedFields(context);
    if (!this.#pages) return this.#filter(value as never, { only, added, offset: 0, limit: 0 });
    const page = value as Page<unknown> & { offset?: number };
    const { data, total, isEstimate = false, next, offset = input.offset ?? 0 } = page;
    const { limit = data.length } = input;
    if (input.limit !== undefined) addPagingHeaders(context, { total, isEstimate, next, offset, limit }, this.#linked);
    return this.#filter(value as never, { only, added, offset, limit });
  }
}

/** Whether V8 refused to build a text, whose limit is 512 MiB. */
function isTooLong(error: unknown): boolean {
  return isInstance(error, RangeError) && reasonOf(error) === 'Invalid string length';
}

function locationOf({ path }: RequestContext, value: unknown): string {
  const { id } = value as { id?: string | number };
  return `${path.replace(/\/$/, '')}/${String(id)}`;
}

/** Names in `fields=a,b` of a GET or HEAD, to which the answer is limited; undefined for all fields. */
export function selectedFields(context: RequestContext): readonly string[] | undefined {
  const { method } = context;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const { fields } = context.query;
  if (fields === undefined) return undefined;
  const names = ([fields].flat() as string[]).flatMap((list) => list.split(','));
  return names.join('') === '' ? undefined : names.map((name) => name.trim());
}

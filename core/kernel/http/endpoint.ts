import { refusalOf, type Identify } from '../auth/admission.ts';
import { isVerbatim, type Page, type VerbatimAnswer } from '../answer.ts';
import { isIdParameter, type Route } from '../boot/routes.ts';
import { reasonOf } from '../boot/fault.ts';
import type { Caller, OpenCall } from '../call.ts';
import { Failure } from '../failure.ts';
import { compileFilter, type Filter } from '../filter.ts';
import type { Breaker } from '../guard/breaker.ts';
import type { GiveUp } from '../guard/deadlines.ts';
import type { Guard } from '../guard/guard.ts';
import type { LeakReport } from '../leaks/leak_report.ts';
import type { RequestSpans } from '../tracing/request_spans.ts';
import type { WriteContext } from '../wire.ts';
import { isId, rawBody, takesInput } from '../input.ts';
import { mapping } from '../operations.ts';
import { compileInput, type ReadInput } from '../reader.ts';
import { secretFinder, type CarriesSecret } from '../secret_answer.ts';
import { standardFailures } from '../standard_failures.ts';
import { clients } from './clients.ts';
import { bodyKind, readBody, readBytes, type LimitsByCaller } from './body.ts';
import type { Exchange } from './exchange.ts';
import { idempotencyKeyIn } from './idempotency_key.ts';
import { addPagingHeaders, linkedNames } from './paging_headers.ts';
import { forbidStoring, sendRead } from './send_read.ts';
import type { Sender } from './send.ts';

/** What every endpoint of an installation shares. */
export interface EndpointContext {
  readonly identify: Identify;
  readonly limits: LimitsByCaller;
  readonly write: WriteContext;
  readonly sender: Sender;
  /** Names of the headers that credentials come in. */
  readonly vary: string;
  readonly guard: Guard;
  /** Answers in place of an operation that does not. */
  readonly giveUp: GiveUp;
  /** Counts what the filters withhold, in development. */
  readonly leaks?: LeakReport | undefined;
  /** Begins spans, where somebody wants them. */
  readonly spans?: RequestSpans | undefined;
}

type Params = Readonly<Record<string, string>>;

/** Why a request was refused before its operation ran; undefined once it has been answered. */
export type Refusal = Failure | undefined;

/** What is known of a request before its operation runs. */
interface Given {
  readonly params: Params;
  readonly user: Caller | undefined;
  readonly source: unknown;
}

interface Answered {
  readonly input: Input;
  readonly user: Caller | undefined;
}

interface Input {
  readonly offset?: number;
  readonly limit?: number;
}

/** A route made ready: all that can be looked up or compiled once has been. Its rooms: admit, read, run, shape, send. */
export class Endpoint {
  readonly #read: ReadInput<Route['input']>;
  readonly #filter: Filter;
  readonly #carriesSecret: CarriesSecret;
  readonly #ids: readonly string[];
  readonly #readsBody: boolean;
  readonly #pages: boolean;
  readonly #linked: ReadonlySet<string>;
  readonly #isVerbatim: boolean;
  readonly #reads: boolean;
  readonly #breaker: Breaker | undefined;
  readonly #number: number;
  readonly #operate: Route['run'];

  constructor(
    readonly route: Route,
    private readonly context: EndpointContext,
  ) {
    const { input, answer, mode, parameters, operation, cached } = route;
    this.#read = compileInput(input);
    const filter = compileFilter(answer, mode, context.write);
    this.#filter = context.leaks?.watching(route, filter) ?? filter;
    this.#carriesSecret = secretFinder(answer, mode, cached > 0);
    this.#breaker = context.guard.breakers.of({ layer: route.layer, name: route.module });
    this.#number = context.guard.numberOf(route);
    this.#operate = context.spans?.operation(route) ?? route.run;
    this.#ids = parameters.filter(isIdParameter);
    this.#reads = mapping[operation].methods.includes('GET');
    this.#readsBody = mapping[operation].body && takesInput(input);
    this.#isVerbatim = isVerbatim(answer);
    this.#linked = linkedNames(input);
    this.#pages = 'kind' in answer && (answer.kind === 'page' || answer.kind === 'pagedList');
  }

  /**
   * Answers one request; at once where nothing has to be waited for, since waiting for what is there costs as much as
   * the rest of the kernel.
   * @throws whatever the operation throws, and what is wrong with the credential or the body
   */
  answer(exchange: Exchange, params: Params): Refusal | Promise<Refusal> {
    if (this.#readsBody) return this.#answerToBody(exchange, params);
    const user = this.context.identify(exchange);
    if (isPromise(user)) return user.then((known) => this.#answerTo(exchange, params, known));
    return this.#answerTo(exchange, params, user);
  }

  /** Nobody may believe that a change was guarded which was not. */
  #refusalOfUnheeded(exchange: Exchange): Refusal {
    if (this.#reads || this.route.revised || exchange.message.headers['if-match'] === undefined) return undefined;
    return standardFailures.preconditionFailed({ message: 'This operation knows no revisions; leave If-Match out.' });
  }

  async #answerToBody(exchange: Exchange, params: Params): Promise<Refusal> {
    const { limits: byCaller, identify } = this.context;
    const isRaw = this.route.input === rawBody;
    const kind = isRaw ? undefined : bodyKind(exchange.message);
    const user = await identify(exchange);
    const refusal = refusalOf(this.route.access, user);
    if (refusal) return refusal;
    exchange.checkQuery();
    const { message } = exchange;
    const limits = user ? byCaller.signedIn : byCaller.anonymous;
    const source = isRaw ? await readBytes(message, limits) : await readBody(message, kind, limits);
    return this.#runAndSend(exchange, { params, user, source });
  }

  #answerTo(exchange: Exchange, params: Params, user: Caller | undefined): Refusal | Promise<Refusal> {
    return refusalOf(this.route.access, user) ?? this.#runAndSend(exchange, { params, user, source: exchange.query });
  }

  #runAndSend(exchange: Exchange, { params, user, source }: Given): Refusal | Promise<Refusal> {
    if (this.route.idempotent) exchange.idempotencyKey = idempotencyKeyIn(exchange.message.headers);
    const input = this.#read(source);
    if (input instanceof Failure) return input;
    const refusal = this.#refusalOfIds(params) ?? this.#refusalOfUnheeded(exchange);
    if (refusal) return refusal;
    const { number: version } = exchange.version;
    const call: OpenCall = { params, input, user, version, request: exchange, reply: exchange };
    this.#breaker?.admit(exchange);
    exchange.breaker = this.#breaker;
    exchange.caller = user;
    const value = this.#run(call);
    // What is merely like a promise may call back twice, or at once, or never say that it failed.
    if (isPromise(value)) return this.#sendLater(exchange, Promise.resolve(value), call);
    this.#send(exchange, value, call);
    this.#breaker?.answered(exchange);
    return undefined;
  }

  /** Leaves word whose code is running, for whoever wants to know who blocks the process. */
  #run(call: OpenCall): unknown {
    const { cells } = this.context.guard;
    cells[1] = this.#number;
    if (this.#reads) clients.current = call.request;
    try {
      return this.#operate(call as never);
    } finally {
      cells[1] = 0;
      clients.current = undefined;
    }
  }

  /** What comes after the deadline comes too late, whatever it is. */
  #sendLater(exchange: Exchange, value: Promise<unknown>, call: OpenCall): Promise<undefined> {
    const { guard, giveUp } = this.context;
    const pending = guard.deadlines.begin(exchange, giveUp);
    if (this.#reads) clients.await(exchange);
    return value.then(
      (awaited) => {
        clients.answered(exchange);
        if (!guard.deadlines.end(pending)) return undefined;
        this.#send(exchange, awaited, call);
        this.#breaker?.answered(exchange);
        return undefined;
      },
      (error: unknown) => {
        clients.answered(exchange);
        if (guard.deadlines.end(pending)) throw error;
        return undefined;
      },
    );
  }

  #send(exchange: Exchange, value: unknown, { input, user }: Answered): void {
    const body = this.#written(exchange, value, input);
    if (this.#carriesSecret(value)) forbidStoring(exchange);
    const { sender, vary } = this.context;
    if (this.#isVerbatim) {
      sender.verbatim(exchange, value as VerbatimAnswer);
      return;
    }
    if (this.#reads) {
      sendRead(sender, exchange, { body, maxAge: user ? 0 : this.route.cached, vary });
      return;
    }
    if (this.route.creates) exchange.header('Location', this.#addressOf(exchange, value));
    sender.json(exchange, this.route.creates ? 201 : 200, body);
  }

  #addressOf({ path }: Exchange, value: unknown): string {
    const { id } = value as { id?: string | number };
    return `${path.replace(/\/$/, '')}/${String(id)}`;
  }

  #refusalOfIds(params: Params): Refusal {
    for (const name in params) {
      const value = params[name] as string;
      const broken = value.includes('\0') || !value.isWellFormed();
      if (broken || (this.#ids.includes(name) && !isId(value))) return standardFailures.noSuchObject();
    }
    return undefined;
  }

  #written(exchange: Exchange, value: unknown, input: Input): string {
    try {
      return this.#shape(exchange, value, input);
    } catch (error) {
      const { file, operation, address } = this.route;
      const problem = `${file}: what ${operation} at ${address} returned cannot be written: ${reasonOf(error)}`;
      throw new TypeError(`${problem}; return what its @returns declares.`, { cause: error });
    }
  }

  #shape(exchange: Exchange, value: unknown, input: Input): string {
    const { number: version } = exchange.version;
    const only = fieldsOf(exchange);
    if (!this.#pages) return this.#filter(value as never, { version, only, offset: 0, limit: 0 });
    const { data, total, offset = input.offset ?? 0 } = value as Page<unknown>;
    const { limit = data.length } = input;
    if (input.limit !== undefined) addPagingHeaders(exchange, { total, offset, limit }, this.#linked);
    return this.#filter(value as never, { version, only, offset, limit });
  }
}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/** Names in `fields=a,b`, which narrow what the filter lets through. */
function fieldsOf(exchange: Exchange): readonly string[] | undefined {
  const { method } = exchange;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const { fields } = exchange.query;
  if (fields === undefined) return undefined;
  const names = ([fields].flat() as string[]).flatMap((list) => list.split(','));
  return names.join('') === '' ? undefined : names.map((name) => name.trim());
}

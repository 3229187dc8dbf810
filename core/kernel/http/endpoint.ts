import { refusalOf, type Identify } from '../auth/admission.ts';
import { isVerbatim, type Page, type VerbatimAnswer } from '../declare/answer.ts';
import { isIdParameter, type Route } from '../routes/route.ts';
import { reasonOf } from '../declare/thrown.ts';
import type { Caller } from '../declare/call.ts';
import { Failure } from '../declare/failure.ts';
import { compileFilter, type Filter } from '../declare/filter.ts';
import type { WriteContext } from '../declare/wire.ts';
import { isId, rawBody, takesInput } from '../declare/input.ts';
import { mapping } from '../declare/operations.ts';
import { compileInput, type ReadInput } from '../declare/reader.ts';
import { secretFinder, type CarriesSecret } from '../declare/secret_answer.ts';
import { standardFailures } from '../declare/standard_failures.ts';
import { bodyKind, readBody, readBytes, type LimitsByCaller } from './body.ts';
import type { RequestContext, OperationObserver } from './request_context.ts';
import type { RequestHooks, RunOperation } from './request_hooks.ts';
import { idempotencyKeyIn } from './idempotency_key.ts';
import { addPagingHeaders, linkedNames } from './paging_headers.ts';
import { forbidStoring, sendRead } from './send_read.ts';
import type { Sender } from './send.ts';

/** What every endpoint of an installation shares. */
export interface EndpointParts {
  readonly identify: Identify;
  readonly limits: LimitsByCaller;
  readonly write: WriteContext;
  readonly sender: Sender;
  /** Names of the headers that credentials come in. */
  readonly vary: string;
  readonly hooks: RequestHooks;
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
  readonly #observer: OperationObserver | undefined;
  readonly #run: RunOperation;

  constructor(
    readonly route: Route,
    private readonly parts: EndpointParts,
  ) {
    const { input, answer, mode, parameters, operation, cached } = route;
    this.#read = compileInput(input);
    this.#filter = parts.hooks.wrapFilter(route, compileFilter(answer, mode, parts.write));
    this.#carriesSecret = secretFinder(answer, mode, cached > 0);
    this.#observer = parts.hooks.observerOf({ layer: route.layer, name: route.module });
    this.#run = parts.hooks.wrapOperation(route);
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
  answer(context: RequestContext, params: Params): Refusal | Promise<Refusal> {
    if (this.#readsBody) return this.#answerToBody(context, params);
    const user = this.parts.identify(context);
    if (isPromise(user)) return user.then((known) => this.#answerTo(context, params, known));
    return this.#answerTo(context, params, user);
  }

  /** Nobody may believe that a change was guarded which was not. */
  #refusalOfUnheeded(context: RequestContext): Refusal {
    if (this.#reads || this.route.revised || context.message.headers['if-match'] === undefined) return undefined;
    return standardFailures.preconditionFailed({ message: 'This operation knows no revisions; leave If-Match out.' });
  }

  async #answerToBody(context: RequestContext, params: Params): Promise<Refusal> {
    const { limits: byCaller, identify } = this.parts;
    const isRaw = this.route.input === rawBody;
    const kind = isRaw ? undefined : bodyKind(context.message);
    const user = await identify(context);
    const refusal = refusalOf(this.route.access, user);
    if (refusal) return refusal;
    context.checkQuery();
    const { message } = context;
    const limits = user ? byCaller.signedIn : byCaller.anonymous;
    const source = isRaw ? await readBytes(message, limits) : await readBody(message, kind, limits);
    return this.#runAndSend(context, { params, user, source });
  }

  #answerTo(context: RequestContext, params: Params, user: Caller | undefined): Refusal | Promise<Refusal> {
    return refusalOf(this.route.access, user) ?? this.#runAndSend(context, { params, user, source: context.query });
  }

  #runAndSend(context: RequestContext, { params, user, source }: Given): Refusal | Promise<Refusal> {
    if (this.route.idempotent) context.idempotencyKey = idempotencyKeyIn(context.message.headers);
    const input = this.#read(source);
    if (input instanceof Failure) return input;
    const refusal = this.#refusalOfIds(params) ?? this.#refusalOfUnheeded(context);
    if (refusal) return refusal;
    const { number: version } = context.version;
    const call = { params, input, user, version, request: context, reply: context };
    this.#observer?.admit(context);
    context.observer = this.#observer;
    context.caller = user;
    const value = this.#run(call);
    if (isPromise(value))
      return Promise.resolve(value).then((awaited) => {
        this.#send(context, awaited, call);
        return undefined;
      });
    this.#send(context, value, call);
    return undefined;
  }

  #send(context: RequestContext, value: unknown, answered: Answered): void {
    this.#write(context, value, answered);
    this.#observer?.answered(context);
  }

  #write(context: RequestContext, value: unknown, { input, user }: Answered): void {
    const body = this.#written(context, value, input);
    if (this.#carriesSecret(value)) forbidStoring(context);
    const { sender, vary } = this.parts;
    if (this.#isVerbatim) {
      sender.verbatim(context, value as VerbatimAnswer);
      return;
    }
    if (this.#reads) {
      sendRead(sender, context, { body, maxAge: user ? 0 : this.route.cached, vary });
      return;
    }
    if (this.route.creates) context.header('Location', this.#addressOf(context, value));
    sender.json(context, this.route.creates ? 201 : 200, body);
  }

  #addressOf({ path }: RequestContext, value: unknown): string {
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

  #written(context: RequestContext, value: unknown, input: Input): string {
    try {
      return this.#shape(context, value, input);
    } catch (error) {
      const { file, operation, address } = this.route;
      const problem = `${file}: what ${operation} at ${address} returned cannot be written: ${reasonOf(error)}`;
      throw new TypeError(`${problem}; return what its @returns declares.`, { cause: error });
    }
  }

  #shape(context: RequestContext, value: unknown, input: Input): string {
    const { number: version } = context.version;
    const only = fieldsOf(context);
    if (!this.#pages) return this.#filter(value as never, { version, only, offset: 0, limit: 0 });
    const { data, total, offset = input.offset ?? 0 } = value as Page<unknown>;
    const { limit = data.length } = input;
    if (input.limit !== undefined) addPagingHeaders(context, { total, offset, limit }, this.#linked);
    return this.#filter(value as never, { version, only, offset, limit });
  }
}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/** Names in `fields=a,b`, which narrow what the filter lets through. */
function fieldsOf(context: RequestContext): readonly string[] | undefined {
  const { method } = context;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const { fields } = context.query;
  if (fields === undefined) return undefined;
  const names = ([fields].flat() as string[]).flatMap((list) => list.split(','));
  return names.join('') === '' ? undefined : names.map((name) => name.trim());
}

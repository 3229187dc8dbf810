import type { Caller } from '../declare/call.ts';
import { Failure } from '../declare/failure.ts';
import { fileLimits, isId, rawTypes, takesInput, withQuery } from '../declare/input.ts';
import { httpMapping } from '../base/operations.ts';
import type { ReadInput } from '../compile/input_reader.ts';
import { standardFailures } from '../declare/standard_failures.ts';
import { isThenable } from '../base/thrown.ts';
import { isIdParameter, type Route } from '../routes/route.ts';
import { AnswerWriter } from './answer_writer.ts';
import type { EndpointParts } from './app_parts.ts';
import { bodyKind, checkMediaType, limitsWithFiles, readBody, readBytes, type LimitsByCaller } from './input/body.ts';
import type { CircuitBreaker, RequestContext } from './request_context.ts';
import type { CompiledRoute, Refusal, RunOperation } from './request_hooks.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { isStrict, StrictHandling } from './strict_handling.ts';

type Params = Readonly<Record<string, string>>;

/** Path parameters, caller and unchecked body of a request; the body is undefined if the query has the input. */
interface Given {
  readonly params: Params;
  readonly user: Caller | undefined;
  readonly body?: unknown;
}

/** A compiled route: identifies the caller, checks access, reads input, runs the operation, writes the answer. */
export class Endpoint implements CompiledRoute {
  readonly #refusalOf: (caller: Caller | undefined) => Failure | undefined;
  readonly #readInput: ReadInput<Route['input']>;
  readonly #runOperation: RunOperation;
  readonly #answers: AnswerWriter;
  readonly #breaker: CircuitBreaker | undefined;
  readonly #ids: readonly string[];
  readonly #hasBody: boolean;
  readonly #isGet: boolean;
  readonly #limits: LimitsByCaller;
  readonly #rawTypes: readonly string[] | undefined;
  readonly #strictHandling: StrictHandling;

  constructor(
    readonly route: Route,
    private readonly parts: EndpointParts,
  ) {
    const { input, parameters, operation, layer, module: name } = route;
    const { conventions, hooks } = parts;
    this.#refusalOf = conventions.authorization.compile(route);
    this.#readInput = conventions.inputReading.compile(route);
    this.#runOperation = parts.operationOf(route);
    this.#answers = new AnswerWriter(route, parts);
    this.#breaker = hooks.breakerOf({ layer, name });
    this.#ids = parameters.filter(isIdParameter);
    this.#isGet = httpMapping[operation].methods.includes('GET');
    this.#hasBody = httpMapping[operation].body && takesInput(input);
    this.#rawTypes = rawTypes(input);
    this.#limits = limitsWithFiles(parts.limits, fileLimits(input));
    this.#strictHandling = new StrictHandling(route, parts);
  }

  /**
   * Answers one request, or returns a refusal, which the kernel's middleware sends. Synchronous if possible, because
   * promises take time.
   * @throws other errors of the request, also as a rejection, such as of the credential, the body or the operation
   */
  answer(context: RequestContext, params: Params): Refusal | Promise<Refusal> {
    if (this.#readsBody(context)) return this.#answerToBody(context, params);
    const user = this.parts.conventions.authentication.identify(context);
    if (isThenable(user)) return user.then((known) => this.#answerTo(context, params, known));
    return this.#answerTo(context, params, user);
  }

  #answerTo(context: RequestContext, params: Params, user: Caller | undefined): Refusal | Promise<Refusal> {
    context.caller = user;
    return this.#refusalOf(user) ?? this.#runAndSend(context, { params, user });
  }

  /** With strict handling, a body without declared fields is read as well: each of its fields is unknown. */
  #readsBody({ message }: RequestContext): boolean {
    return this.#hasBody || (httpMapping[this.route.operation].body && isStrict(message.headers));
  }

  async #answerToBody(context: RequestContext, params: Params): Promise<Refusal> {
    if (this.#rawTypes) checkMediaType(context.message, this.#rawTypes);
    const kind = this.#rawTypes ? undefined : bodyKind(context.message);
    const user = await this.parts.conventions.authentication.identify(context);
    context.caller = user;
    const refusal = this.#refusalOf(user);
    if (refusal) return refusal;
    // Rejects a malformed query before the body is read.
    context.checkQuery();
    const { message } = context;
    const limits = user ? this.#limits.signedIn : this.#limits.anonymous;
    const body = this.#rawTypes ? await readBytes(message, limits) : await readBody(message, kind, limits);
    return this.#runAndSend(context, { params, user, body });
  }

  #runAndSend(context: RequestContext, { params, user, body }: Given): Refusal | Promise<Refusal> {
    if (this.route.idempotent) context.idempotencyKey = idempotencyKeyIn(context.message.headers);
    const { query } = context;
    const source = body === undefined ? query : withQuery(body, query, this.route.input);
    const input = this.#strictHandling.refusalOf(context, body) ?? this.#readInput(source);
    if (input instanceof Failure) return input;
    const refusal = this.#refusalOfIds(params) ?? this.#refusalOfCondition(context);
    if (refusal) return refusal;
    const { number: version } = context.version;
    const call = { params, input, user, version, request: context, reply: context };
    this.#breaker?.admit(context);
    // From here on, `fail` of the kernel's middleware notifies the breaker of every error.
    context.breaker = this.#breaker;
    const value = this.#runOperation(call);
    if (!isThenable(value)) return this.#send(context, value, call);
    return Promise.resolve(value).then((awaited) => this.#send(context, awaited, call));
  }

  #send(context: RequestContext, value: unknown, given: Parameters<AnswerWriter['send']>[2]) {
    const sent = this.#answers.send(context, value, given);
    this.#breaker?.answered(context);
    return sent;
  }

  #refusalOfIds(params: Params): Failure | undefined {
    for (const name in params) {
      const value = params[name] as string;
      const broken = value.includes('\0') || !value.isWellFormed();
      if (broken || (this.#ids.includes(name) && !isId(value))) return standardFailures.noSuchObject();
    }
    return undefined;
  }

  /** Refuses a condition of a write that the operation does not evaluate, because the client relies on the check. */
  #refusalOfCondition(context: RequestContext): Failure | undefined {
    if (this.#isGet) return undefined;
    const hasNoneMatch = context.message.headers['if-none-match'] !== undefined;
    if (!hasNoneMatch && (this.route.revised || context.revisions === undefined)) return undefined;
    const name = hasNoneMatch ? 'If-None-Match' : 'If-Match';
    return standardFailures.preconditionFailed({ message: `This operation does not support ${name}; omit it.` });
  }
}

const key = /^[\x21-\x7e]{1,255}$/;

/**
 * The idempotency key of a request, if any. Node joins two such headers by `, `, which is malformed.
 * @throws badRequest for a malformed key
 */
export function idempotencyKeyIn({ 'idempotency-key': given }: IncomingHttpHeaders): string | undefined {
  if (given === undefined || (typeof given === 'string' && key.test(given))) return given;
  throw standardFailures.badRequest({
    message: 'The header Idempotency-Key must be 1 to 255 visible ASCII characters, without spaces, and be sent once.',
  });
}

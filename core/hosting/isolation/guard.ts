import { Counter, type Metric } from 'prom-client';
import type { Config } from '../../kernel/base/config_schema.ts';
import { describeThrown } from '../../kernel/http/error_answer.ts';
import type { RequestContext } from '../../kernel/http/request_context.ts';
import type { Logger } from '../../kernel/base/logger.ts';
import type { RequestPart } from '../telemetry/awaited_parts.ts';
import { Breakers } from './breakers.ts';
import { OperationErrors } from './operation_errors.ts';
import { propertyOf, reasonOf } from '../../kernel/base/thrown.ts';
import { stackOf } from '../telemetry/log/error_stack.ts';
import { isHost, type Attribution } from './stack_attribution.ts';
import { Deadlines } from './deadlines.ts';
import { runningModule, type Owner } from '../../kernel/modules/module_context.ts';
import { guardFetch, type HostRefusal } from './process/guarded_fetch.ts';
import { guardEnds } from './process/process_ends.ts';
import { onUncaughtErrors, type UncaughtKind } from './process/uncaught_errors.ts';
import { watchLoop, type Block } from './process/watchdog.ts';

export interface GuardParts {
  readonly config: Config['guard'];
  readonly logger: Logger;
  readonly attributeStack: (stack: string, coreModule?: string) => Attribution | undefined;
  readonly refuseHost: HostRefusal;
  /** Whether a module belongs to this installation; a process may run several installations. */
  readonly owns: (module: Owner) => boolean;
  /** Whether a changed file makes `lectern dev` start the server again. */
  readonly live: boolean;
  /** Ends the process after an error that leaves its state unknown. */
  readonly end: () => void;
}

/** A request that missed its deadline; middleware has no route. */
type LateRequest = Pick<RequestContext, 'id' | 'method'> & Partial<Pick<RequestContext, 'route'>>;

/** Code that missed a deadline; middleware has no file. */
type LatePart = Pick<RequestPart, 'layer' | 'name' | 'what'> & Partial<Pick<RequestPart, 'file'>>;

interface RouteName {
  readonly module: string;
  readonly address: string;
}

const problems = {
  exception: 'an exception was not caught',
  rejection: 'a rejected promise was not handled',
} as const satisfies Record<UncaughtKind, string>;
const listenerHint = "; add an 'error' listener to the socket, request, stream or process";
const hints = {
  exception: '; catch it in the callback that threw it',
  rejection: '; await the promise, or catch its error',
} as const satisfies Record<UncaughtKind, string>;

// Multiple of `guard.blockedMs` after which a block is reported although it lasts.
const LASTING = 5;
let lastRoute = 0;

/** Keeps the process running when plugins fail at runtime, and attributes their errors to modules. */
export class PluginGuard {
  readonly breakers: Breakers;
  readonly deadlines: Deadlines;
  /** Internal errors and missed deadlines of requests, for the console. */
  readonly errors: OperationErrors;
  readonly meters: readonly Metric[];
  readonly #routes = new Map<number, RouteName>();
  #ends: (() => void)[] = [];
  #endWatch: () => void = () => undefined;
  readonly #faults = new Counter({
    name: 'lectern_faults_total',
    help: 'Errors that modules did not catch and deadlines that they missed, by kind: exception, rejection, deadline.',
    labelNames: ['module', 'kind'],
    registers: [],
  });
  readonly #blocked = new Counter({
    name: 'lectern_loop_blocked_seconds_total',
    help: 'Seconds of blocks of the event loop longer than guard.blockedMs, by the module whose code was running.',
    labelNames: ['module'],
    registers: [],
  });

  constructor(private readonly parts: GuardParts) {
    this.breakers = new Breakers(parts.config.breaker, parts.logger);
    this.deadlines = new Deadlines(parts.config.deadlineMs);
    this.errors = new OperationErrors(parts.attributeStack);
    this.meters = [this.breakers.meter, this.#faults, this.#blocked];
  }

  /** Assigns a number to a route, unique in the process, for `runningRoute`. */
  numberOf({ module, address }: RouteName): number {
    this.#routes.set(++lastRoute, { module, address });
    return lastRoute;
  }

  /**
   * Installs process-wide handlers: for uncaught errors, and for calls such as `process.exit`.
   * @param watched whether code that blocks the start is reported
   */
  start(watched: boolean): void {
    const release = onUncaughtErrors({ attribute: this.#attribute, report: this.#report, end: this.parts.end });
    this.#ends.push(release, guardEnds(this.#refuseEnd), guardFetch(this.parts.refuseHost), () =>
      this.deadlines.stop(),
    );
    if (watched) this.#watchStart();
  }

  /** Reports code of plugins and custom that blocks the start for long, from a second thread. Core may block meanwhile. */
  #watchStart(): void {
    const lastingMs = LASTING * this.parts.config.blockedMs;
    this.#watch(lastingMs, (block) => {
      const found = this.parts.attributeStack(block.stack);
      if (!block.isOver && found && found.layer !== 'core') this.#reportBlock(block);
    });
  }

  /** Watches the event loop from a second thread, unless the configuration disables it. Ends the watch of the start. */
  watchLoop(): void {
    this.#watch(this.parts.config.blockedMs, this.#reportBlock);
  }

  #watch(blockedMs: number, blocked: (block: Block) => void): void {
    this.#endWatch();
    if (blockedMs === 0) return;
    const failed = (err: Error) => {
      this.parts.logger.warn(
        { err },
        'the watchdog thread failed, so blocked code is not reported; restart the process',
      );
    };
    this.#endWatch = watchLoop({ blockedMs, lastingMs: LASTING * this.parts.config.blockedMs, blocked, failed });
  }

  stop(): void {
    this.#endWatch();
    for (const end of this.#ends.splice(0)) end();
  }

  /** Logs and counts a missed deadline, and reports it to the circuit breaker of the module. */
  missedDeadline(request: LateRequest, { layer, name: module, file, what }: LatePart): void {
    const { id: reqId, method, route } = request;
    const { deadlineMs } = this.parts.config;
    const problem = `${what} did not answer within ${deadlineMs} ms (guard.deadlineMs) and was given up`;
    const fix = 'give everything that it waits for a time limit, or raise guard.deadlineMs';
    this.parts.logger.error({ reqId, route, module }, `${problem}; ${fix}`);
    this.#faults.inc({ module, kind: 'deadline' });
    this.breakers.of({ layer, name: module })?.failed(problem, request);
    const error = new Error(problem);
    this.errors.report({ id: reqId, method, route: route ?? '', module, error, at: file, isLate: true });
  }

  readonly #attribute = (thrown: unknown, kind: UncaughtKind): boolean => {
    const attribution = this.#attributionOf(thrown, kind);
    if (!attribution || attribution.layer === 'core') return false;
    this.#log(thrown, kind, attribution);
    this.breakers.of(attribution)?.failed(reasonOf(thrown));
    return true;
  };

  readonly #report = (thrown: unknown, kind: UncaughtKind): void => {
    this.#log(thrown, kind, this.#attributionOf(thrown, kind));
  };

  /**
   * Attributes an error by its stack, else to the module that started the running code. If the stack has only lines of
   * core, an unhandled rejection is attributed to that module, too, because the module did not await the promise.
   */
  #attributionOf(thrown: unknown, kind: UncaughtKind): Attribution | undefined {
    const found = this.parts.attributeStack(stackOf(thrown));
    const owner = this.#running();
    if (!owner || (found && (found.layer !== 'core' || kind === 'exception'))) return found;
    return { layer: owner.layer, name: owner.name, at: undefined };
  }

  #running(): Owner | undefined {
    const owner = runningModule();
    return owner && this.parts.owns(owner) ? owner : undefined;
  }

  readonly #refuseEnd = (call: string): Error | undefined => {
    const attribution = this.parts.attributeStack(stackOf(new Error()));
    const owner = attribution && attribution.layer !== 'core' ? attribution : this.#running();
    if (!owner) return undefined;
    const who = owner.layer === 'custom' ? 'custom' : `the plugin ${owner.name}`;
    const where = attribution?.at === undefined || owner !== attribution ? '' : ` (${attribution.at})`;
    return new Error(
      `${who} called ${call}${where}, which is refused: the process also runs other modules; throw an Error.`,
    );
  };

  #log(thrown: unknown, kind: UncaughtKind, attribution: Attribution | undefined): void {
    const module = attribution?.name ?? 'unknown';
    this.#faults.inc({ module, kind });
    const at = attribution?.at;
    // An error with a code, and no line of a module in its stack, is an `error` event of Node without a listener.
    const isEvent = kind === 'exception' && at === undefined && propertyOf(thrown, 'code') !== undefined;
    const problem = problems[kind] + (isEvent ? listenerHint : hints[kind]);
    this.parts.logger.error({ module, at, err: describeThrown(thrown) }, problem);
  }

  readonly #reportBlock = ({ ms, route: number, stack, isOver }: Block): void => {
    const found = this.parts.attributeStack(stack);
    const attribution = found && isHost(found) ? undefined : found;
    const known = this.#routes.get(number);
    const module = attribution?.name ?? known?.module ?? 'unknown';
    const route = known?.module === module ? known.address : undefined;
    const by = attribution?.at ?? known?.module ?? 'unknown code';
    const blocked = `blocked for ${(ms / 1000).toFixed(1)} s by ${by}`;
    const about = { module, route, at: attribution?.at, ms: Math.round(ms) };
    const { logger, live } = this.parts;
    if (isOver) {
      this.#blocked.inc({ module }, ms / 1000);
      logger.warn(about, `the event loop was ${blocked}; split this work, or move it to a worker thread`);
    } else {
      const restart = live ? 'save the file, which restarts the server' : 'restart the server';
      const problem = `the event loop has been ${blocked}, and no request is answered`;
      logger.error(about, `${problem}; look for a loop there that does not end, and ${restart}`);
    }
  };
}

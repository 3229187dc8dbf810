import { Counter, type Metric } from 'prom-client';
import type { Config } from '../../kernel/declare/config_schema.ts';
import { describeThrown } from '../../kernel/http/error_answer.ts';
import type { RequestContext } from '../../kernel/http/request_context.ts';
import type { Logger } from '../../kernel/declare/logger.ts';
import { Breakers } from './breakers.ts';
import { stackOf } from '../../kernel/declare/thrown.ts';
import { isHost, type Culprit } from './stack_attribution.ts';
import { Deadlines } from './deadlines.ts';
import { createLoopMemory, watchLoop, type Block } from './loop_watch.ts';
import { runningModule, type Owner } from '../../kernel/modules/module_context.ts';
import { guardEnds } from './process_ends.ts';
import { hearStrays, type StrayKind } from './uncaught_errors.ts';

/** What a guard needs to know of its installation. */
export interface GuardParts {
  readonly config: Config['guard'];
  readonly logger: Logger;
  /** Whose code a stack leads through. */
  readonly culpritIn: (stack: string) => Culprit | undefined;
  /** Whether a module is one of this installation: a process may hold several. */
  readonly owns: (module: Owner) => boolean;
  /** Ends the process after something that leaves nothing sure. */
  readonly end: () => void;
}

/** A route by the names that logs know it by. */
interface RouteName {
  readonly module: string;
  readonly address: string;
}

const strays = {
  exception: 'an exception was not caught',
  rejection: 'a rejected promise was not handled',
} as const satisfies Record<StrayKind, string>;

/** Keeps the host unharmed by plugins that fail while it runs, and says which of them it was. */
export class Guard {
  readonly breakers: Breakers;
  readonly deadlines: Deadlines;
  /** What is measured, for `/metrics`. */
  readonly meters: readonly Metric[];
  readonly #memory = createLoopMemory();
  /** The second one holds the number of the route whose operation is running, 0 for none. */
  readonly cells = new Int32Array(this.#memory);
  #routes: RouteName[] = [];
  #ends: (() => void)[] = [];
  readonly #faults = new Counter({
    name: 'lectern_faults_total',
    help: 'What a module failed to catch or to end, by kind: exception, rejection, deadline.',
    labelNames: ['module', 'kind'],
    registers: [],
  });
  readonly #blocked = new Counter({
    name: 'lectern_loop_blocked_seconds_total',
    help: 'Time that the event loop stood still, by the module whose code was running.',
    labelNames: ['module'],
    registers: [],
  });

  constructor(private readonly parts: GuardParts) {
    this.breakers = new Breakers(parts.config.breaker, parts.logger);
    this.deadlines = new Deadlines(parts.config.deadlineMs);
    this.meters = [this.breakers.meter, this.#faults, this.#blocked];
  }

  /** A number for a route, to be written into `cells` while its operation runs. */
  numberOf({ module, address }: RouteName): number {
    return this.#routes.push({ module, address });
  }

  /** Begins anew with modules that take the place of those before. */
  renew(): void {
    this.#routes = [];
    this.breakers.renew();
  }

  /** Begins to look after the process. */
  start(): void {
    const release = hearStrays({ claim: this.#claim, report: this.#report, end: this.parts.end });
    this.#ends.push(release, guardEnds(this.#refuseEnd), () => {
      this.deadlines.stop();
    });
  }

  /** Has a second thread watch the event loop, unless the configuration leaves it out. */
  watchLoop(): void {
    const { blockedMs } = this.parts.config;
    if (blockedMs === 0) return;
    const failed = (err: Error) => {
      this.parts.logger.warn({ err }, 'the event loop is not watched any more');
    };
    this.#ends.push(watchLoop({ memory: this.#memory, blockedMs, told: this.#tellBlock, failed }));
  }

  stop(): void {
    for (const end of this.#ends.splice(0)) end();
  }

  /** An operation has not answered in time. */
  missedDeadline(context: RequestContext, { layer }: Pick<Owner, 'layer'>): void {
    const { id: reqId, route, module } = context;
    const { deadlineMs } = this.parts.config;
    const problem = `the operation did not answer within ${deadlineMs} ms (guard.deadlineMs) and was given up`;
    this.parts.logger.error({ reqId, route, module }, problem);
    this.#faults.inc({ module, kind: 'deadline' });
    this.breakers.of({ layer, name: module })?.failed(context);
  }

  readonly #claim = (thrown: unknown, kind: StrayKind): boolean => {
    const culprit = this.#culpritOf(thrown, kind);
    if (!culprit || culprit.layer === 'core') return false;
    this.#tell(thrown, kind, culprit);
    this.breakers.of(culprit)?.failed();
    return true;
  };

  readonly #report = (thrown: unknown, kind: StrayKind): void => {
    this.#tell(thrown, kind, this.#culpritOf(thrown, kind));
  };

  /**
   * By the stack, else by the module that has begun what runs. An exception that leads through core is core's whoever
   * began it; a rejection is for the module that has not awaited it.
   */
  #culpritOf(thrown: unknown, kind: StrayKind): Culprit | undefined {
    const found = this.parts.culpritIn(stackOf(thrown));
    const owner = this.#running();
    if (!owner || (found && (found.layer !== 'core' || kind === 'exception'))) return found;
    return { layer: owner.layer, name: owner.name, at: undefined };
  }

  #running(): Owner | undefined {
    const owner = runningModule();
    return owner && this.parts.owns(owner) ? owner : undefined;
  }

  readonly #refuseEnd = (call: string): Error | undefined => {
    const culprit = this.parts.culpritIn(stackOf(new Error()));
    const owner = culprit && culprit.layer !== 'core' ? culprit : this.#running();
    if (!owner) return undefined;
    const who = owner.layer === 'custom' ? 'custom' : `the plugin ${owner.name}`;
    const where = culprit?.at === undefined || owner !== culprit ? '' : ` (${culprit.at})`;
    return new Error(
      `${who} called ${call}${where}, which is refused: the process serves others, too; throw an Error.`,
    );
  };

  #tell(thrown: unknown, kind: StrayKind, culprit: Culprit | undefined): void {
    const module = culprit?.name ?? 'unknown';
    this.#faults.inc({ module, kind });
    this.parts.logger.error({ module, at: culprit?.at, err: describeThrown(thrown) }, strays[kind]);
  }

  readonly #tellBlock = ({ ms, route: number, stack }: Block): void => {
    const found = this.parts.culpritIn(stack);
    const culprit = found && isHost(found) ? undefined : found;
    const known = this.#routes[number - 1];
    const module = culprit?.name ?? known?.module ?? 'unknown';
    this.#blocked.inc({ module }, ms / 1000);
    const route = known?.module === module ? known.address : undefined;
    const by = culprit?.at ?? known?.module ?? 'code that is not known';
    const problem = `the event loop was blocked for ${(ms / 1000).toFixed(1)} s by ${by}; nothing was answered meanwhile`;
    this.parts.logger.warn({ module, route, at: culprit?.at, ms: Math.round(ms) }, problem);
  };
}

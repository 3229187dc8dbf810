import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../kernel/base/config_schema.ts';
import type { Logger } from '../../kernel/base/logger.ts';
import type { Meters } from '../../kernel/base/meters.ts';
import type { Clock } from '../../kernel/declare/services.ts';
import type { CircuitBreaker } from '../../kernel/http/request_context.ts';
import type { RunOperation } from '../../kernel/http/request_hooks.ts';
import type { ModuleFolder } from '../../kernel/modules/layers.ts';
import { alwaysCharge } from '../../kernel/modules/module_context.ts';
import { figures, type Figure, type ModuleUsage, type ModuleUsages } from '../telemetry/module_usage.ts';
import { outOfService } from './breaker.ts';

type BudgetTerms = Config['budgets'][string];

/** One limit of a budget, and its use in the running minute. */
export interface BudgetLimit {
  readonly figure: Figure;
  readonly most: number;
  readonly used: number;
}

/** A limit, with the values of its figure at the begin of the minute and at the last check. */
type Limit = Omit<BudgetLimit, 'used'> & { base: number; seen: number; isExceeded: boolean };

const MINUTE_MS = 60_000;
/** Wait of one request of a module that exceeds a budget with `onExceed: "slow"`. */
const SLOW_MS = 1_000;

const consequences = {
  warn: 'nothing is refused (onExceed "warn")',
  slow: `each further operation waits ${SLOW_MS / 1000} s until the minute ends (onExceed "slow")`,
  refuse: 'its requests get 503 until the minute ends (onExceed "refuse")',
} as const;

/** Budget of one module for each minute of the clock, in this process. */
export class Budget {
  readonly #limits: readonly Limit[];
  #endsAt = 0;

  constructor(
    private readonly usage: ModuleUsage,
    private readonly terms: BudgetTerms,
    private readonly parts: {
      readonly clock: Clock;
      readonly exceeded: (limit: BudgetLimit, consequence: string) => void;
    },
  ) {
    this.#limits = figures.flatMap((figure) => {
      const most = terms[figure];
      return most === undefined ? [] : { figure, most, base: 0, seen: usage[figure], isExceeded: false };
    });
    usage.check = () => this.#check();
  }

  /** The limits with their use in the running minute. */
  get limits(): readonly BudgetLimit[] {
    this.#restMs();
    return this.#limits.map(({ figure, most, base }) => ({ figure, most, used: this.usage[figure] - base }));
  }

  /** Whether jobs of the module have to wait for the next minute. */
  get holdsJobs(): boolean {
    return this.terms.onExceed !== 'warn' && this.#restMs() > 0;
  }

  /** Delays an operation while a budget with `onExceed: "slow"` is exceeded, before the operation begins. */
  slowed(run: RunOperation): RunOperation {
    if (this.terms.onExceed !== 'slow') return run;
    return (call) => {
      const rest = this.#restMs();
      return rest > 0 ? sleep(Math.min(rest, SLOW_MS)).then(() => run(call)) : run(call);
    };
  }

  /** Circuit breaker that also refuses while a budget with `onExceed: "refuse"` is exceeded. */
  refusing(module: Pick<ModuleFolder, 'layer' | 'name'>, breaker: CircuitBreaker | undefined) {
    if (this.terms.onExceed !== 'refuse') return breaker;
    return {
      admit: (request: object) => {
        const rest = this.#restMs();
        if (rest > 0) throw outOfService(module, rest);
        breaker?.admit(request);
      },
      answered: (request: object) => breaker?.answered(request),
      threw: (request: object, thrown: unknown) => breaker?.threw(request, thrown),
    };
  }

  /** Milliseconds until the module is within its budget again; 0 while it is. Begins a minute when the last one is over. */
  #restMs(): number {
    const now = this.parts.clock.now().getTime();
    if (now >= this.#endsAt || now < this.#endsAt - MINUTE_MS) {
      this.#endsAt = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
      for (const limit of this.#limits) Object.assign(limit, { base: limit.seen, isExceeded: false });
    }
    return this.#limits.some(({ isExceeded }) => isExceeded) ? this.#endsAt - now : 0;
  }

  #check(): void {
    this.#restMs();
    for (const limit of this.#limits) {
      const { figure, most, base } = limit;
      limit.seen = this.usage[figure];
      if (limit.isExceeded || limit.seen - base <= most) continue;
      limit.isExceeded = true;
      this.parts.exceeded(
        { figure, most, used: limit.seen - base },
        consequences[this.terms.onExceed as keyof typeof consequences],
      );
    }
  }
}

export interface BudgetParts {
  readonly budgets: Config['budgets'];
  readonly usages: ModuleUsages;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly meters: Pick<Meters, 'counter'>;
}

/** Creates the budgets of the configuration, by module. An exceeded limit is logged and counted once a minute. */
export function createBudgets({ budgets, usages, clock, logger, meters }: BudgetParts): ReadonlyMap<string, Budget> {
  const count = meters.counter({
    name: 'lectern_module_budget_exceeded_total',
    help: 'Minutes in which a module exceeded a limit of its budget.',
    labels: ['module', 'budget'],
  });
  usages.clearChecks();
  const made = Object.entries(budgets).map(([module, terms]) => {
    const exceeded = ({ figure: budget, most: limit, used: exact }: BudgetLimit, consequence: string) => {
      count.inc({ module, budget });
      const used = Math.round(exact);
      const problem = `module '${module}' has used ${used} of ${limit} ${budget} in this minute`;
      const fix = `find the cause in its requests and jobs, or raise budgets.${module}.${budget}`;
      logger.warn({ module, budget, used, limit }, `${problem}: ${consequence}; ${fix}`);
    };
    return [module, new Budget(usages.of(module), terms, { clock, exceeded })] as const;
  });
  if (made.length > 0) alwaysCharge();
  return new Map(made);
}

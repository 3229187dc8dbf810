import type { Meters } from '../../kernel/base/meters.ts';
import { chargedModule, runCharged, type Owner } from '../../kernel/modules/module_context.ts';

/** What a module has used since the start of the process. Fields instead of a map, because each request writes them. */
export class ModuleUsage {
  /** Milliseconds for which code of the module occupied the event loop, as far as `measure` notices it. */
  loopMs = 0;
  statements = 0;
  rows = 0;
  databaseMs = 0;
  answerBytes = 0;
  jobMs = 0;
  /** Called after requests and jobs of the module; undefined without a budget. */
  check: (() => void) | undefined;
  readonly #owner: Owner;

  constructor(module: string) {
    // A plugin or custom within this context runs in its own one; `runningModule` ignores owners of core.
    this.#owner = { layer: 'core', name: module, folder: '' };
  }

  /** Runs an operation or a job whose statements count for the module. */
  run<T, Given extends unknown[]>(work: (...given: Given) => T, ...given: Given): T {
    measure(this, performance.now());
    try {
      return runCharged(this.#owner, work, ...given);
    } finally {
      this.measured(performance.now());
    }
  }

  /** Called when the last row of a statement has arrived. All times are values of `performance.now()`. */
  answeredStatement(now: number, ms: number, rows = 0): void {
    this.statements++;
    this.databaseMs += ms;
    this.rows += rows;
    measure(this, now);
  }

  /** Called at the end of a request or a job. */
  ended(figure: 'answerBytes' | 'jobMs', used: number, now: number): void {
    this[figure] += used;
    this.measured(now);
    this.check?.();
  }

  /** Counts the time since `measure`, also when a statement is sent. */
  measured(now: number): void {
    if (occupant !== this) return;
    this.loopMs += now - since;
    since = now;
  }
}

let occupant: ModuleUsage | undefined;
let since = 0;
let isTurnEnding = false;

/**
 * Begins to measure the time for which code of a module occupies the event loop, until `measured` in the same turn. What
 * runs from the last call of `measured` to the end of the turn is not counted: it may belong to others.
 */
function measure(usage: ModuleUsage, now: number): void {
  occupant = usage;
  since = now;
  isTurnEnding ||= Boolean(setImmediate(endTurn));
}

function endTurn(): void {
  isTurnEnding = false;
  occupant = undefined;
}

const SECOND = 1000;
/** Meters of the figures: name, divisor, description. Each figure may have a budget. */
const figureMeters = {
  loopMs: ['loop_seconds', SECOND, 'Time for which code of a module occupied the event loop.'],
  statements: ['statements', 1, 'Statements to the database, by the module that sent them.'],
  rows: ['rows', 1, 'Rows that statements of a module returned or changed.'],
  databaseMs: ['database_seconds', SECOND, 'Time of the statements of a module, from the send to the last row.'],
  answerBytes: ['answer_bytes', 1, 'Bytes of the bodies of answers of a module.'],
  jobMs: ['job_seconds', SECOND, 'Time of the runs of jobs of a module.'],
} as const;

export type Figure = keyof typeof figureMeters;
export const figures = Object.keys(figureMeters) as Figure[];

/** Usage of all modules of a process. */
export class ModuleUsages {
  readonly #byName = new Map<string, ModuleUsage>();

  constructor(meters: Pick<Meters, 'reading'>) {
    for (const figure of figures) {
      const [name, divisor, help] = figureMeters[figure];
      const read = () =>
        Array.from(this.#byName, ([module, usage]) => ({ labels: { module }, value: usage[figure] / divisor }));
      meters.reading({ name: `lectern_module_${name}_total`, help, labels: ['module'], read });
    }
  }

  /** Usage of a module, created at the first call. */
  of(module: string): ModuleUsage {
    const usage = this.#byName.get(module) ?? new ModuleUsage(module);
    this.#byName.set(module, usage);
    return usage;
  }

  /** Forgets the budgets of a kernel that is replaced. */
  clearChecks(): void {
    for (const usage of this.#byName.values()) usage.check = undefined;
  }

  /** Usage of a module; undefined for a name that is no module. */
  find(module: string): ModuleUsage | undefined {
    return this.#byName.get(module);
  }

  /** Usage of the module that the running code counts for. */
  get charged(): ModuleUsage | undefined {
    return this.#byName.get(chargedModule() ?? '');
  }
}

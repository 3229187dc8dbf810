import { Cron } from 'croner';
import { reasonOf } from '../../../hosting/internals.ts';
import type { Job } from '../job.ts';

/** Number of fields of a cron expression. */
const FIELDS = 5;
const fix = 'write minute, hour, day of the month, month and day of the week, such as "0 3 * * *"';

/** Computes the times of the runs of a job, from its period or its cron expression. */
export class Timing {
  readonly skipsMissed: boolean;
  readonly #cron: Cron | undefined;
  readonly #everySeconds: number;

  /** @throws TypeError naming the problem and the fix */
  constructor({ everySeconds, schedule }: Job, zone: string) {
    if ((everySeconds === undefined) === (schedule === undefined))
      throw new TypeError('it needs either "everySeconds" or "schedule"; give one of the two');
    this.#everySeconds = everySeconds ?? 0;
    this.skipsMissed = schedule?.missed === 'skip';
    if (!schedule) return;
    if (!['once', 'skip'].includes(schedule.missed))
      throw new TypeError('"schedule.missed" must be "once" or "skip"; write one of the two');
    this.#cron = cronOf(schedule.cron, schedule.zone ?? zone);
  }

  /** Whether the job runs by a schedule; otherwise a new job is due immediately. */
  get isScheduled(): boolean {
    return this.#cron !== undefined;
  }

  /** Time of the first run after `moment`, which is a time of the clock of the database. */
  after(moment: Date): Date {
    if (this.#cron) return this.#cron.nextRun(moment) as Date;
    return new Date(moment.getTime() + this.#everySeconds * 1000);
  }
}

function cronOf(expression: string, timezone: string): Cron {
  // The parser also accepts names such as @daily, and dates, which come only once.
  if (expression.trim().split(/\s+/).length !== FIELDS)
    throw new TypeError(`"schedule.cron" is "${expression}", which does not have five fields; ${fix}`);
  refuseUnknownZone(timezone);
  try {
    const cron = new Cron(expression, { timezone, paused: true, mode: '5-part' });
    if (cron.nextRun()) return cron;
  } catch (cause) {
    throw new TypeError(`"schedule.cron" is "${expression}": ${reasonOf(cause)}; ${fix}`, { cause });
  }
  throw new TypeError(`"schedule.cron" is "${expression}", which matches no date; correct the day or the month`);
}

function refuseUnknownZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch (cause) {
    const problem = `"schedule.zone" is "${timeZone}", which is no time zone; write a name such as "Europe/Berlin"`;
    throw new TypeError(problem, { cause });
  }
}

import { input, Zone } from 'lectern';

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

const date = (description: string) => input.optional({ ...input.date({ description }), examples: ['2018-08-25'] });

/** Input of lists that can be narrowed to days. @param what time that the days are about, such as `of the payment` */
export const daysInput = (what = '') => ({
  startDate: date(`First day${what && ` ${what}`}, in the zone of this installation.`),
  endDate: date(`Last day${what && ` ${what}`}, included, in the zone of this installation.`),
});

/** First and last day as `2018-08-25`. */
export interface DayRange {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** Converts days in the zone of the installation to instants. */
export class Days {
  readonly #zone: Zone;

  /** @param zone name of the zone, `config.zone` */
  constructor(zone: string) {
    this.#zone = new Zone(zone);
  }

  /** Returns the start of the first day (`since`), and the start of the day after the last one (`before`). */
  instantsOf({ startDate, endDate }: DayRange): { readonly since?: Date; readonly before?: Date } {
    return {
      ...(startDate !== undefined && { since: this.#start(dayOf(startDate)) }),
      ...(endDate !== undefined && { before: this.#start(dayOf(endDate) + 1) }),
    };
  }

  /** Returns the start of the period of `count` days that ends with the day of `now`. */
  startOfLast(count: number, now: Date): Date {
    return this.#start(this.#zone.dayOf(now) - count + 1);
  }

  #start(day: number): Date {
    return new Date(this.#zone.endOf(day - 1).getTime() + SECOND_MS);
  }
}

/** Returns a date as days since 1 January 1970. */
function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}

import { Zone, use } from 'lectern';

const DAY_MS = 86_400_000;

/** Deadlines of coupons in the configured time zone. A coupon is usable until the end of the day of its deadline. */
export class CouponDeadlines {
  readonly #clock = use('clock');
  readonly #zone = new Zone(use('config').zone);

  /** Returns the date of today, or of `daysLater` days later, in the form `2018-08-25`. */
  date(daysLater = 0): string {
    return dateOf(this.#zone.dayOf(this.#clock.now()) + daysLater);
  }

  /** Returns the last second of a day, which is given in days since 1 January 1970. */
  endOf(day: number): Date {
    return this.#zone.endOf(day);
  }
}

/** Whether a text is an existing date; 30 February is not. */
export function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && dateOf(time / DAY_MS) === text;
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

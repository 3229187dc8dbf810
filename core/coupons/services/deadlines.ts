import { Zone } from 'lectern';
import type { Services } from 'lectern';

const DAY = 86_400_000;

/** The days on which coupons end, in the configured zone; each is usable until the end of its day. */
export class Deadlines {
  readonly #clock: Services['clock'];
  readonly #zone: Zone;

  constructor({ clock, config }: Pick<Services, 'clock' | 'config'>) {
    this.#clock = clock;
    this.#zone = new Zone(config.zone);
  }

  /** The date of today, or of some days later, `2018-08-25`. */
  date(daysLater = 0): string {
    return dateOf(this.#zone.dayOf(this.#clock.now()) + daysLater);
  }

  /** The last second of a day, which is counted from the first of January 1970. */
  endOf(day: number): Date {
    return this.#zone.endOf(day);
  }
}

/** Whether text is a day that there is, not the 30th of February. */
export function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && dateOf(time / DAY) === text;
}

function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

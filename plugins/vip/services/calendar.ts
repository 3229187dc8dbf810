import { Zone, use } from 'lectern';

const DAY_MS = 86_400_000;

/** A number of months or of years. */
export interface Period {
  readonly unit: 'month' | 'year';
  readonly duration: number;
}

/** Calendar days in the configured time zone; memberships end at the end of a day. */
export class Calendar {
  readonly #zone = new Zone(use('config').zone);

  /** 23:59:59 of the day that is `days` days after the day of `instant`. */
  endOfDay(instant: Date, days = 0): Date {
    return this.#zone.endOf(this.#zone.dayOf(instant) + days);
  }

  /**
   * 23:59:59 of the same day some months or years later, or earlier for a negative `duration`. A shorter month uses its
   * last day.
   */
  endOfPeriod(instant: Date, { unit, duration }: Period): Date {
    const day = new Date(this.#zone.dayOf(instant) * DAY_MS);
    const year = day.getUTCFullYear();
    const month = day.getUTCMonth() + duration * (unit === 'year' ? 12 : 1);
    const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    return this.#zone.endOf(Date.UTC(year, month, Math.min(day.getUTCDate(), last)) / DAY_MS);
  }

  /** Number of calendar days from the day of `first` to the day of `last`. */
  daysBetween(first: Date, last: Date): number {
    return this.#zone.dayOf(last) - this.#zone.dayOf(first);
  }

  /** Formats an instant as date and time with offset: `2018-08-25T23:59:59+08:00`. */
  write(instant: Date): string {
    return this.#zone.write(instant);
  }
}

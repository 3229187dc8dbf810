import { Zone, type Services } from 'lectern';

const DAY = 86_400_000;

/** A number of months or years. */
export interface Period {
  readonly unit: 'month' | 'year';
  readonly duration: number;
}

/** Days and times in the configured zone, by which memberships end. */
export class Calendar {
  readonly #zone: Zone;

  constructor({ config }: Pick<Services, 'config'>) {
    this.#zone = new Zone(config.zone);
  }

  /** 23:59:59 of the day that is `days` days after the day of `instant`. */
  endOfDay(instant: Date, days = 0): Date {
    return this.#zone.endOf(this.#zone.dayOf(instant) + days);
  }

  /**
   * 23:59:59 of the same day some months or years later, or earlier for a negative `duration`. Uses the last day of the
   * month where it has fewer days.
   */
  endOfPeriod(instant: Date, { unit, duration }: Period): Date {
    const day = new Date(this.#zone.dayOf(instant) * DAY);
    const year = day.getUTCFullYear();
    const month = day.getUTCMonth() + duration * (unit === 'year' ? 12 : 1);
    const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    return this.#zone.endOf(Date.UTC(year, month, Math.min(day.getUTCDate(), last)) / DAY);
  }

  /** Calendar days from the day of one instant to the day of another. */
  daysBetween(first: Date, last: Date): number {
    return this.#zone.dayOf(last) - this.#zone.dayOf(first);
  }

  /** An instant as a date and time with its offset, `2018-08-25T23:59:59+08:00`. */
  write(instant: Date): string {
    return this.#zone.write(instant);
  }
}

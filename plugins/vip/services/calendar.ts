import type { Services } from 'lectern';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Days and times of the day in the configured zone, where memberships end. */
export class Calendar {
  readonly #format: Intl.DateTimeFormat;

  constructor({ config }: Pick<Services, 'config'>) {
    // Sweden writes dates the way ISO 8601 does.
    this.#format = new Intl.DateTimeFormat('sv-SE', { timeZone: config.zone, dateStyle: 'short', timeStyle: 'medium' });
  }

  /** 23:59:59 of the day that is `days` days after the day of `instant`. */
  endOfDay(instant: Date, days = 0): Date {
    const today = Math.floor((instant.getTime() + this.#offsetAt(instant)) / DAY);
    const shown = (today + days + 1) * DAY - SECOND;
    // The offset is that of the instant which is looked for; a first guess is at most some hours away from it.
    const guess = new Date(shown - this.#offsetAt(new Date(shown)));
    return new Date(shown - this.#offsetAt(guess));
  }

  /** An instant as a date and time with its offset, `2018-08-25T23:59:59+08:00`. */
  write(instant: Date): string {
    const offset = this.#offsetAt(instant);
    const distance = new Date(Math.abs(offset)).toISOString().slice(11, 16);
    return this.#shownAt(instant) + (offset < 0 ? '-' : '+') + distance;
  }

  /** Milliseconds that the zone is ahead of UTC. */
  #offsetAt(instant: Date): number {
    const difference = Date.parse(`${this.#shownAt(instant)}Z`) - instant.getTime();
    return Math.round(difference / MINUTE) * MINUTE;
  }

  /** What the clocks of the zone show. */
  #shownAt(instant: Date): string {
    return this.#format.format(instant).replace(' ', 'T');
  }
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const QUARTER = 15 * MINUTE;
const DAY = 24 * 60 * MINUTE;

const MOST_REMEMBERED = 10_000;

/**
 * Writes instants as ISO 8601 with the offset of `zone` and without milliseconds, `2018-08-25T10:49:01+08:00`. What was
 * written is remembered, because lists show the same times over and over.
 */
export function dateTimeWriter(zone: string): (instant: Date) => string {
  const offsetOf = offsetByQuarter(zone);
  const written = new Map<number, string>();
  return (instant) => {
    const time = instant.getTime();
    const known = written.get(time);
    if (known !== undefined) return known;
    const offset = offsetOf(instant);
    const text = new Date(time + offset * MINUTE).toISOString().slice(0, 19) + signed(offset);
    return remember(written, time, text);
  };
}

/** Offsets change at quarters of an hour at the most, so each quarter is asked of Intl only once. */
function offsetByQuarter(zone: string): (instant: Date) => number {
  const offsetAt = offsetReader(zone);
  const offsets = new Map<number, number>();
  return (instant) => {
    const quarter = Math.floor(instant.getTime() / QUARTER);
    return offsets.get(quarter) ?? remember(offsets, quarter, offsetAt(instant));
  };
}

function remember<T>(known: Map<number, T>, key: number, value: T): T {
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.set(key, value);
  return value;
}

/** Days and times of the day in a time zone. Its days are counted from the first of January 1970 on its calendars. */
export class Zone {
  /** An instant as the API writes it, `2018-08-25T10:49:01+08:00`. */
  readonly write: (instant: Date) => string;
  readonly #offsetAt: (instant: Date) => number;

  /** @param name such as `config.zone` */
  constructor(name: string) {
    this.write = dateTimeWriter(name);
    this.#offsetAt = offsetReader(name);
  }

  /** The day of an instant. */
  dayOf(instant: Date): number {
    return Math.floor((instant.getTime() + this.#offsetAt(instant) * MINUTE) / DAY);
  }

  /** 23:59:59 of a day. */
  endOf(day: number): Date {
    const shown = (day + 1) * DAY - SECOND;
    // The offset is that of the instant which is looked for; a first guess is at most some hours away from it.
    const guess = shown - this.#offsetAt(new Date(shown)) * MINUTE;
    return new Date(shown - this.#offsetAt(new Date(guess)) * MINUTE);
  }
}

/** Minutes east of Greenwich at an instant. */
function offsetReader(zone: string): (instant: Date) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  return (instant) => {
    const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  };
}

function signed(offset: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.abs(offset);
  return (offset < 0 ? '-' : '+') + two(Math.floor(minutes / 60)) + ':' + two(minutes % 60);
}

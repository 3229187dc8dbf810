const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const QUARTER = 15 * MINUTE;
const DAY = 24 * 60 * MINUTE;

const MAX_CACHED = 10_000;

/**
 * Writes instants as ISO 8601 with the offset of `zone` and without milliseconds, `2018-08-25T10:49:01+08:00`. Texts
 * are cached, because lists repeat the same times.
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

/** Caches one offset for each quarter of an hour: offsets change at quarters only, and Intl is slow. */
function offsetByQuarter(zone: string): (instant: Date) => number {
  const offsetAt = offsetReader(zone);
  const offsets = new Map<number, number>();
  return (instant) => {
    const quarter = Math.floor(instant.getTime() / QUARTER);
    return offsets.get(quarter) ?? remember(offsets, quarter, offsetAt(instant));
  };
}

function remember<T>(known: Map<number, T>, key: number, value: T): T {
  if (known.size >= MAX_CACHED) known.clear();
  known.set(key, value);
  return value;
}

/** Days and times of day in a time zone. Day 0 is 1 January 1970 in that zone. */
export class Zone {
  /** Formats an instant as the API writes it, such as `2018-08-25T10:49:01+08:00`. */
  readonly write: (instant: Date) => string;
  readonly #offsetAt: (instant: Date) => number;

  /** @param name name of the zone, such as `config.zone` */
  constructor(name: string) {
    this.write = dateTimeWriter(name);
    this.#offsetAt = offsetReader(name);
  }

  /** Day number of an instant. */
  dayOf(instant: Date): number {
    return Math.floor((instant.getTime() + this.#offsetAt(instant) * MINUTE) / DAY);
  }

  /** The instant at 23:59:59 of the day with this number. */
  endOf(day: number): Date {
    const shown = (day + 1) * DAY - SECOND;
    // The offset at the wanted instant is unknown; a first guess is at most some hours off.
    const guess = shown - this.#offsetAt(new Date(shown)) * MINUTE;
    return new Date(shown - this.#offsetAt(new Date(guess)) * MINUTE);
  }
}

/** Reads the offset of a zone at an instant, in minutes east of Greenwich. */
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

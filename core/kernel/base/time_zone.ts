const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

const MAX_CACHED = 10_000;
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** Writes instants as ISO 8601 with the offset of `zone` and without milliseconds, `2018-08-25T10:49:01+08:00`. */
export function dateTimeWriter(zone: string): (instant: Date) => string {
  const offsetOf = offsetByDay(zone);
  // Cached, because toISOString() takes ten times as long as the rest.
  const dates = new Map<number, string>();
  return (instant) => {
    const offset = offsetOf(instant);
    const local = instant.getTime() + offset * MINUTE_MS;
    const day = Math.floor(local / DAY_MS);
    const date = dates.get(day) ?? remember(dates, day, new Date(day * DAY_MS).toISOString().slice(0, 11));
    const seconds = Math.floor((local - day * DAY_MS) / SECOND_MS);
    return `${date}${hoursAndMinutes(Math.floor(seconds / 60))}:${twoDigits[seconds % 60]}${signed(offset)}`;
  };
}

/** Caches the offsets of days on which the offset does not change, because Intl is slow. */
function offsetByDay(zone: string): (instant: Date) => number {
  const offsetAt = offsetReader(zone);
  const days = new Map<number, number | undefined>();
  return (instant) => {
    const day = Math.floor(instant.getTime() / DAY_MS);
    if (!days.has(day)) {
      const [first, last] = [day, day + 1].map((one) => offsetAt(new Date(one * DAY_MS)));
      remember(days, day, first === last ? first : undefined);
    }
    return days.get(day) ?? offsetAt(instant);
  };
}

function remember<T>(known: Map<number, T>, key: number, value: T): T {
  if (known.size >= MAX_CACHED) known.clear();
  known.set(key, value);
  return value;
}

/** Numbers the days of a time zone, and writes instants in the zone. Day 0 is 1 January 1970. */
export class Zone {
  /** Formats an instant as the API writes it, such as `2018-08-25T10:49:01+08:00`. */
  readonly write: (instant: Date) => string;
  readonly #offsetAt: (instant: Date) => number;

  /** @param name IANA name such as `Asia/Shanghai`; the first use of an unknown zone throws RangeError */
  constructor(name: string) {
    this.write = dateTimeWriter(name);
    this.#offsetAt = offsetReader(name);
  }

  /** Day number of an instant. */
  dayOf(instant: Date): number {
    return Math.floor((instant.getTime() + this.#offsetAt(instant) * MINUTE_MS) / DAY_MS);
  }

  /** The instant at 23:59:59 of the day with this number. */
  endOf(day: number): Date {
    const shown = (day + 1) * DAY_MS - SECOND_MS;
    // The offset at the wanted instant is unknown; a first guess is at most some hours off.
    const guess = shown - this.#offsetAt(new Date(shown)) * MINUTE_MS;
    return new Date(shown - this.#offsetAt(new Date(guess)) * MINUTE_MS);
  }
}

/** Reads the offset of a zone at an instant, in minutes east of Greenwich. The first reading loads 8 MB of `Intl`. */
function offsetReader(zone: string): (instant: Date) => number {
  let format: Intl.DateTimeFormat | undefined;
  return (instant) => {
    format ??= new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  };
}

function signed(offset: number): string {
  return (offset < 0 ? '-' : '+') + hoursAndMinutes(Math.abs(offset));
}

function hoursAndMinutes(minutes: number): string {
  return `${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}`;
}

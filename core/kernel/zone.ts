const QUARTER = 15 * 60_000;

/**
 * Writes instants as ISO 8601 with the offset of `zone` and without milliseconds, `2018-08-25T10:49:01+08:00`.
 * Offsets change at quarters of an hour at the most, so each quarter is asked of Intl only once.
 */
export function dateTimeWriter(zone: string): (instant: Date) => string {
  const offsetAt = offsetReader(zone);
  let known = new Map<number, number>();
  return (instant) => {
    const time = instant.getTime();
    const quarter = Math.floor(time / QUARTER);
    let offset = known.get(quarter);
    if (offset === undefined) {
      if (known.size >= 10_000) known = new Map();
      known.set(quarter, (offset = offsetAt(instant)));
    }
    return new Date(time + offset * 60_000).toISOString().slice(0, 19) + signed(offset);
  };
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

/** Value of a parameter as the server reads it: text, bytes, or null. Same as the driver's for its own queries. */
export function parameterOf(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof Date) return localTime(value);
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`;
  return typeof value === 'object' ? textOf(value) : (value as number | bigint | boolean).toString();
}

/** Text of an object: that of its method `toPostgres`, which the driver documents, or JSON. */
function textOf(value: object): string | Buffer | null {
  const { toPostgres } = value as { toPostgres?: (prepare: typeof parameterOf) => unknown };
  return typeof toPostgres === 'function' ? parameterOf(toPostgres.call(value, parameterOf)) : JSON.stringify(value);
}

function elementOf(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`;
  const text = parameterOf(value);
  if (text === null) return 'NULL';
  if (typeof text !== 'string') return `"\\\\x${text.toString('hex')}"`;
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** The last converted time: the times of a row, and of its entries elsewhere, are mostly of one moment. */
let last = { time: Number.NaN, text: '' };

/** Local time with its offset, which also columns without a time zone store as local time. */
function localTime(date: Date): string {
  const time = date.getTime();
  if (time === last.time) return last.text;
  const offset = -date.getTimezoneOffset();
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const zone = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
  const local = new Date(time + offset * 60_000).toISOString().slice(0, -1);
  last = { time, text: `${local}${offset < 0 ? '-' : '+'}${zone}` };
  return last.text;
}

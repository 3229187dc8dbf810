/** Returns a copy of a row: several callers share the loaded row, and may change their copies. */
export function copyOf<Row extends object>(row: Row): Row {
  const copy = { ...row } as Record<string, unknown>;
  for (const name of Object.keys(copy)) copy[name] = copyOfValue(copy[name]);
  return copy as Row;
}

/** Keeps the class of a value, such as that of a buffer or an interval, whose methods the caller may use. */
function copyOfValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return new Date(value);
  if (Array.isArray(value)) return value.map(copyOfValue);
  if (Buffer.isBuffer(value)) return Buffer.from(value);
  return Object.assign(Object.create(Object.getPrototypeOf(value) as object) as object, copyOf(value));
}

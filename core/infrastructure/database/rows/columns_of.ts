/**
 * Converts an object to a row: field names become column names in snake case. Undefined fields are left out.
 * @example
 * columnsOf({ title: 'News', sourceUrl: '/news' }); // { title: 'News', source_url: '/news' }
 */
export function columnsOf(fields: object): Record<string, unknown> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [snakeCase(name), value as unknown]));
}

/** Converts the name of a field to that of a column. */
export function snakeCase(name: string): string {
  if (!/[A-Z]/.test(name)) return name;
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

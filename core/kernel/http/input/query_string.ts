import { standardFailures } from '../../declare/standard_failures.ts';

const MAX_PAIRS = 1_000;

/**
 * Fields by name, with an empty prototype: `__proto__` and `constructor` are ordinary names. A class, because
 * `Object.create(null)` yields a hash table, which is slower to fill and to read.
 */
class Fields {
  [name: string]: unknown;
}
Object.setPrototypeOf(Fields.prototype, null);
Reflect.deleteProperty(Fields.prototype, 'constructor');

/**
 * Parses a query string or a URL-encoded form. A name given twice, or as `name[]` or `name[0]`, becomes a list.
 * @throws badRequest on broken percent-encoding, invalid UTF-8, or more than `limit` pairs (default 1,000)
 */
export function parseQuery(text: string, limit = MAX_PAIRS): Record<string, unknown> {
  const query = new Fields();
  if (text === '') return query;
  let pairs = 0;
  let start = 0;
  while (start <= text.length) {
    const next = text.indexOf('&', start);
    const end = next === -1 ? text.length : next;
    if (++pairs > limit) throw standardFailures.badRequest({ message: `The query or form has over ${limit} fields.` });
    if (end > start) addPair(query, text.slice(start, end));
    start = end + 1;
  }
  return query;
}

function addPair(query: Record<string, unknown>, pair: string): void {
  const equals = pair.indexOf('=');
  const name = decode(equals === -1 ? pair : pair.slice(0, equals));
  const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
  addField(query, name, value);
}

/** Field name of a well-formed pair `name=value`, `name[]=value` or `name[0]=value`. */
export function parameterName(pair: string): string {
  const equals = pair.indexOf('=');
  return decode(equals === -1 ? pair : pair.slice(0, equals)).replace(/\[\d*\]$/, '');
}

/** Adds a field of a query or form. A repeated name, or one with brackets, becomes a list. */
export function addField(fields: Record<string, unknown>, given: string, value: unknown): void {
  const bracket = given.endsWith(']') ? /\[\d*\]$/.exec(given) : null;
  const name = bracket ? given.slice(0, bracket.index) : given;
  const known = fields[name];
  if (Array.isArray(known)) known.push(value);
  else if (known !== undefined) fields[name] = [known, value];
  else fields[name] = bracket ? [value] : value;
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw standardFailures.badRequest({ message: 'The percent-encoding of query or form is broken; write % as %25.' });
  }
}

import { standardFailures } from '../declare/standard_failures.ts';

const MAX_PAIRS = 1_000;

/**
 * Fields by name, without a prototype: `__proto__` and `constructor` are ordinary names. A class, since
 * `Object.create(null)` yields a hash table, which is slower to fill and to read.
 */
class Fields {
  [name: string]: unknown;
}
Object.setPrototypeOf(Fields.prototype, null);
Reflect.deleteProperty(Fields.prototype, 'constructor');

/**
 * Parses a query string or an urlencoded body. A name given twice, or as `name[]` or `name[0]`, is a list.
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

/** Adds a field of a query or form; several values form a list. */
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
    throw standardFailures.badRequest({ message: 'The percent-encoding of the request is broken.' });
  }
}

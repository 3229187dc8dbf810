import { standardFailures } from '../declare/standard_failures.ts';

/** Fields of one query. */
const MAX_PAIRS = 1_000;

/**
 * Fields by name, without anything inherited: `__proto__` and `constructor` are names like any other. Made by a
 * constructor, since the engine would make a hash table of `Object.create(null)`, which is slow to fill and to read.
 */
class Fields {
  [name: string]: unknown;
}
Object.setPrototypeOf(Fields.prototype, null);
Reflect.deleteProperty(Fields.prototype, 'constructor');

/**
 * Reads a query string or an urlencoded body. A name given twice, or as `name[]` or `name[0]`, is a list.
 * @throws badRequest on broken percent-encoding, text that is not UTF-8, or more than `limit` pairs, a thousand unless given
 */
export function parseQuery(text: string, limit = MAX_PAIRS): Record<string, unknown> {
  const query = new Fields();
  if (text === '') return query;
  let pairs = 0;
  let start = 0;
  while (start <= text.length) {
    const next = text.indexOf('&', start);
    const end = next === -1 ? text.length : next;
    if (++pairs > limit) throw standardFailures.badRequest({ message: `There are more than ${limit} fields.` });
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

/** Name of a well-formed pair, however it is spelled. */
export function nameOf(pair: string): string {
  const equals = pair.indexOf('=');
  return decode(equals === -1 ? pair : pair.slice(0, equals)).replace(/\[\d*\]$/, '');
}

/** Adds a field of a query or form under its name; of several values they make a list. */
export function addField(fields: Record<string, unknown>, given: string, value: string): void {
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

import { expect } from 'chai';
import type { Test } from 'supertest';

/**
 * A type on the wire (specification, section 2, Wire types): a word, a list of one, or an object with exactly these
 * fields. `digits` is `int string`, `number` is `int`.
 */
export type Wire = 'digits' | 'number' | 'bool' | 'text' | readonly [Wire] | OrNull | { [field: string]: Wire };

/** A type, or null. */
export class OrNull {
  constructor(readonly type: Wire) {}
}

export type Fields = Readonly<Record<string, unknown>>;
export type Encoding = 'query' | 'JSON' | 'form' | 'multipart';

/** Puts fields into a request. */
export function encode(request: Test, fields: Fields, encoding: Encoding): Test {
  if (encoding === 'JSON') return request.send(fields);
  const pairs = pairsOf(fields);
  if (encoding === 'multipart') return pairs.reduce((sent, [name, value]) => sent.field(name, value), request);
  const text = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  return encoding === 'query' ? request.query(text) : request.type('form').send(text);
}

function pairsOf(fields: Fields): (readonly [string, string])[] {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .flatMap(([name, value]): (readonly [string, string])[] => {
      if (typeof value !== 'object') return [[name, `${value as string | number | boolean}`]];
      const places = Object.entries(value as Fields);
      return places.map(([inner, one]) => [`${name}[${Array.isArray(value) ? '' : inner}]`, String(one)] as const);
    });
}

/** @throws AssertionError when a value is not of a type, or an object has a field more or less */
export function expectWire(value: unknown, wire: Wire, path: string): void {
  if (typeof wire === 'string') expectWord(value, wire, path);
  else if (wire instanceof OrNull) {
    if (value !== null) expectWire(value, wire.type, path);
  } else if (isList(wire)) {
    expect(value, path).to.be.an('array').that.is.not.empty;
    for (const one of value as unknown[]) expectWire(one, wire[0], `${path}[]`);
  } else {
    expect(value, path).to.be.an('object');
    expect(Object.keys(value as object).sort(), path).to.deep.equal(Object.keys(wire).sort());
    for (const [name, inner] of Object.entries(wire)) expectWire((value as any)[name], inner, `${path}.${name}`);
  }
}

function expectWord(value: unknown, word: string, path: string): void {
  if (word === 'digits') expect(value, path).to.match(/^[1-9]\d*$/);
  if (word === 'number') expect(Number.isInteger(value), path).to.equal(true);
  else expect(typeof value, path).to.equal(word === 'bool' ? 'boolean' : 'string');
}

function isList(wire: Wire): wire is readonly [Wire] {
  return Array.isArray(wire);
}

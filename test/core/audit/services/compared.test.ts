import { expect } from 'chai';
import { describe, it } from 'mocha';
import { isUnchanged } from '../../../../core/audit/services/compared.ts';

describe('an update that changes nothing', () => {
  const course = { id: '7', title: 'Algebra', price: '10.00', seq: '3', isFree: '0', tags: ['a'], key: '[redacted]' };
  const time = '2026-11-24T18:00:00+08:00';
  const of = (input: object, after: object = course, before: object = course) => isUnchanged(input, { before, after });

  it('gives no field, or the values of the object in the forms of the input', () => {
    const same = { title: 'Algebra', price: 1_000, seq: 3, isFree: false, tags: ['a'], id: undefined };
    expect(of({})).to.equal(true);
    expect(of(same)).to.equal(true);
    const dated = { ...course, updatedTime: time, until: time };
    expect(of({ until: new Date(time) }, { ...dated, updatedTime: '2026-11-25T18:00:00+08:00' }, dated)).to.equal(true);
  });

  it('is none when another field differs afterwards', () => {
    expect(of({}, { ...course, title: 'Geometry' })).to.equal(false);
    expect(of({}, { ...course, more: 1 })).to.equal(false);
  });

  it('is none when the answer lacks, redacts or masks a given value, although it looks the same before and after', () => {
    expect(of({ password: 'x' })).to.equal(false);
    expect(of({ key: 'new' })).to.equal(false);
    expect(of({ key: '[redacted]' })).to.equal(false);
    expect(of({ title: 'A***a' })).to.equal(false);
    expect(of({ price: 10 })).to.equal(false);
  });

  it('is none when it gives names that every object inherits, or an object that has no text', () => {
    for (const name of ['constructor', 'toString', '__proto__']) {
      expect(of(JSON.parse(`{"${name}":{"toString":1}}`) as object), name).to.equal(false);
    }
    expect(of({ title: { toString: 1, valueOf: 1 } })).to.equal(false);
  });

  it('is none without the object before or after', () => {
    expect(isUnchanged({}, { before: null, after: course })).to.equal(false);
    expect(isUnchanged({}, { before: course, after: null })).to.equal(false);
  });
});

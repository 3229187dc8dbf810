import { expect } from 'chai';
import { isUnchanged } from '../../../../../core/infrastructure/audit/services/compared.ts';

describe('isUnchanged', () => {
  const course = { id: '7', title: 'Algebra', price: '10.00', seq: '3', isFree: '0', tags: ['a'], key: '[redacted]' };
  const time = '2026-11-24T18:00:00+08:00';
  const of = (input: object, after: object = course, before: object = course) => isUnchanged(input, { before, after });

  it('accepts an input without fields, or with the values of the object', () => {
    const same = { title: 'Algebra', price: 1_000, seq: 3, isFree: false, tags: ['a'], id: undefined };
    expect(of({})).to.equal(true);
    expect(of(same)).to.equal(true);
    const dated = { ...course, updatedTime: time, until: time };
    expect(of({ until: new Date(time) }, { ...dated, updatedTime: '2026-11-25T18:00:00+08:00' }, dated)).to.equal(true);
  });

  it('rejects a change of another field', () => {
    expect(of({}, { ...course, title: 'Geometry' })).to.equal(false);
    expect(of({}, { ...course, more: 1 })).to.equal(false);
  });

  it('rejects a value that the answer lacks, redacts or masks', () => {
    expect(of({ password: 'x' })).to.equal(false);
    expect(of({ key: 'new' })).to.equal(false);
    expect(of({ key: '[redacted]' })).to.equal(false);
    expect(of({ title: 'A***a' })).to.equal(false);
    expect(of({ price: 10 })).to.equal(false);
  });

  it('rejects inherited names, and objects without a text', () => {
    for (const name of ['constructor', 'toString', '__proto__']) {
      expect(of(JSON.parse(`{"${name}":{"toString":1}}`) as object), name).to.equal(false);
    }
    expect(of({ title: { toString: 1, valueOf: 1 } })).to.equal(false);
  });

  it('rejects a missing object before or after', () => {
    expect(isUnchanged({}, { before: null, after: course })).to.equal(false);
    expect(isUnchanged({}, { before: course, after: null })).to.equal(false);
  });
});

import { expect } from 'chai';
import { defineFailures } from 'lectern';

describe('defineFailures', () => {
  it('refuses a row without code, HTTP status or message', () => {
    const rows: readonly unknown[] = [
      [409, 'Taken.'],
      [409, 50_001, 'Taken.'],
      [50_001, 409],
      ['1', 409, 'Taken.'],
    ];
    for (const taken of rows)
      expect(() => defineFailures({ taken: taken as [number, number, string] })).to.throw(
        TypeError,
        'defineFailures: "taken" is malformed; write [code, HTTP status, message].',
      );
    expect(defineFailures({ taken: [50_001, 409, 'Taken.'] }).taken()).to.have.property('message', 'Taken.');
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import {
  chinaTime,
  codeIn,
  minorUnits,
  titleWithin,
  yuan,
} from '../../../../../core/platform/payments/gateways/wire_values.ts';
import { anyCharacter } from '../../../../support/any_character.ts';

describe('Values in messages of payment platforms', () => {
  it('keep amounts exact between yuan and minor units', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 10 ** 14 - 1 }), (amount) => minorUnits(yuan(amount)) === amount));
    expect([0, 1, 10, 100, 123_456].map(yuan)).to.deep.equal(['0.00', '0.01', '0.10', '1.00', '1234.56']);
    expect(['1', '1.5', '1.50', '0.01'].map(minorUnits)).to.deep.equal([100, 150, 150, 1]);
  });

  it('are no amounts in any other notation', () => {
    const strange = [
      '',
      ' 1',
      '1 ',
      '-1',
      '+1',
      '1.',
      '.5',
      '1.005',
      '1e3',
      '01',
      '0x1',
      'NaN',
      '１',
      '1,000',
      null,
      undefined,
      {},
    ];
    for (const value of [...strange, '9'.repeat(13)])
      expect(minorUnits(value), JSON.stringify(value)).to.equal(undefined);
  });

  it('have times in China', () => {
    const { plain, digits, rfc3339 } = chinaTime(new Date('2026-12-31T23:04:05.678Z'));
    expect(plain).to.equal('2027-01-01 07:04:05');
    expect(digits).to.equal('20270101070405');
    expect(rfc3339).to.equal('2027-01-01T07:04:05+08:00');
    expect(new Date(rfc3339)).to.deep.equal(new Date('2026-12-31T23:04:05Z'));
  });

  it('have titles within bounds, without control characters', () => {
    const title = fc.string({ unit: anyCharacter, maxLength: 300 });
    fc.assert(
      fc.property(title, fc.integer({ min: 2, max: 128 }), (given, most) => {
        const kept = titleWithin(given, most);
        expect(kept).to.have.length.within(1, most);
        expect(kept.isWellFormed()).to.equal(true);
        expect(kept).not.to.match(/\p{Cc}/u);
      }),
    );
    expect(titleWithin(' a\r\n\tb\0c ', 99)).to.equal('a b c');
    expect(titleWithin('😀😀', 3)).to.equal('😀');
    expect(titleWithin('\ud800', 3)).to.equal('\ufffd');
    expect(titleWithin(' \n', 3)).to.equal('-');
  });

  it('have codes of a platform only in the form of codes', () => {
    expect(codeIn('ACQ.TRADE_NOT_EXIST')).to.equal('ACQ.TRADE_NOT_EXIST');
    for (const value of ['', 'a b', 'a\n', '<p>', 'x'.repeat(65), 7, null, {}])
      expect(codeIn(value)).to.equal('unknown');
  });
});

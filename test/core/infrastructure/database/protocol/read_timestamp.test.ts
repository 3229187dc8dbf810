import { expect } from 'chai';
import fc from 'fast-check';
import pg from 'pg';
import { readTimestamp } from '../../../../../core/infrastructure/database/protocol/read_timestamp.ts';

describe('readTimestamp', () => {
  it('reads a timestamp as the driver reads it', () => {
    const drivers = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text');
    const two = (max: number, min = 0) => fc.integer({ min, max }).map((number) => String(number).padStart(2, '0'));
    const moment = fc
      .tuple(
        fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 1900, max: 2100 })),
        two(12, 1),
        two(31, 1),
        two(23),
        two(59),
        two(59),
        fc.option(fc.stringMatching(/^[0-9]{1,6}$/)),
        fc.constantFrom('+00', '+08', '-03', '+05:30', '-00:44:30', ''),
        fc.constantFrom('', '', '', ' BC'),
      )
      .map(
        ([year, month, day, hour, minute, second, part, zone, era]) =>
          `${String(year).padStart(4, '0')}-${month}-${day} ${hour}:${minute}:${second}${part === null ? '' : `.${part}`}${zone}${era}`,
      );
    const other = fc.constantFrom('infinity', '-infinity', '2026-01-31', '', 'today', '31/01/2026 10:00:00.00 UTC');
    fc.assert(
      fc.property(fc.oneof(moment, other), (text) => {
        const ours = readTimestamp(text);
        if (ours) expect(ours.getTime()).to.equal((drivers(text) as unknown as Date).getTime());
      }),
    );
    expect(readTimestamp('2026-01-31 23:59:59.123456+08')).to.deep.equal(new Date('2026-01-31T15:59:59.123Z'));
  });
});

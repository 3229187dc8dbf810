import { expect } from 'chai';
import pg from 'pg';
import { parameterOf } from '../../../../../core/infrastructure/database/protocol/parameter.ts';

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

describe('A parameter', () => {
  it('is converted like those of the driver', () => {
    const values = [
      null,
      undefined,
      'text',
      '',
      7,
      -0.5,
      7n,
      true,
      new Date(0),
      new Date('2026-07-01T12:34:56.789Z'),
      Buffer.from('a'),
      new Uint8Array([1, 2]),
      ['a"b\\', null, 3, [true, undefined], new Date(1_000)],
      [],
      { a: [1], b: null },
      { toPostgres: (prepare: (value: unknown) => unknown) => prepare([1]) },
    ];
    for (const value of values) expect(parameterOf(value)).to.deep.equal(prepareValue(value));
  });
});

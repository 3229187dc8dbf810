import { expect } from 'chai';
import { Failure, input, reader } from 'lectern';

const fields = {
  day: input.optional(input.date()),
  at: input.optional(input.datetime()),
  ratio: input.optional(input.decimal({ places: 3, minimum: 0, maximum: 10 })),
  whole: input.optional(input.decimal({ places: 0 })),
  email: input.optional(input.email()),
  uuid: input.optional(input.uuid()),
  file: input.optional(input.file({ types: ['image/png'] })),
};
const read = reader(fields);

/** The value that an operation gets, or the message of the refusal. */
function read1(name: keyof typeof fields, value: unknown): unknown {
  try {
    return read({ [name]: value })[name];
  } catch (error) {
    if (error instanceof Failure) return error.details?.[0]?.message;
    throw error;
  }
}

describe('Input types', () => {
  it('accept days of the calendar only, and keep them as text', () => {
    expect(read1('day', '2028-02-29')).to.equal('2028-02-29');
    const refused = [
      '2026-02-29',
      '2026-2-1',
      '0000-01-01',
      '2026-01-01T00:00:00Z',
      '20260101',
      20260101,
      '+2026-01-01',
    ];
    for (const value of refused)
      expect(read1('day', value), String(value)).to.equal('must be a date such as 2026-11-24');
  });

  it('accept date-times with an offset only, also with a space for an unencoded "+"', () => {
    const expected = new Date('2026-11-24T10:00:00Z');
    const accepted = ['2026-11-24T18:00:00+08:00', '2026-11-24T18:00:00 08:00', '2026-11-24T10:00:00.000Z'];
    for (const value of accepted) expect(read1('at', value), value).to.deep.equal(expected);
    const refused = [
      '2026-11-24T18:00:00',
      '2026-11-24 18:00:00+08:00',
      '2026-02-30T18:00:00Z',
      '2026-11-24T25:00:00Z',
      '2026-11-24T18:00Z',
      '9999-12-31T23:59:59-12:00',
      '2026-11-24',
      1795551418,
    ];
    for (const value of refused) expect(read1('at', value), String(value)).to.match(/^must be a time with its offset/);
  });

  it('accept decimals without rounding, within their places and bounds', () => {
    for (const value of ['0', '9.125', '10']) expect(read1('ratio', value)).to.equal(value);
    expect(read1('ratio', 0.3)).to.equal('0.3');
    const refused = ['1.2345', 0.1 + 0.2, '10.001', '-1', -1, '01', '1.', '.5', '1e1', 1e-7, ' 1', 11];
    for (const value of refused)
      expect(read1('ratio', value), String(value)).to.equal('must be a number from 0 to 10 with at most 3 places');
    for (const value of ['-12', -12]) expect(read1('whole', value)).to.equal('-12');
    for (const value of ['1.0', '1.', 1.5]) expect(read1('whole', value)).to.match(/with at most 0 places$/);
  });

  it('accept e-mail addresses and UUIDs, and convert them to lower case', () => {
    expect(read1('email', 'Ada@Example.org')).to.equal('ada@example.org');
    for (const value of ['ada', 'ada@', 'ada@localhost', 'a b@example.org', '@example.org', 'ä@example.org'])
      expect(read1('email', value), value).to.equal('must be an e-mail address in ASCII');
    const uuid = '0D9F2C1E-7C52-4C2F-9A39-51D1E4A1C0DE';
    expect(read1('uuid', uuid)).to.equal(uuid.toLowerCase());
    for (const value of [`{${uuid}}`, uuid.replaceAll('-', ''), `${uuid}0`])
      expect(read1('uuid', value), value).to.match(/^must be a UUID/);
  });

  it('accept no other value in place of a file', () => {
    for (const value of ['text', { name: 'a.png', bytes: {} }, [1], 1])
      expect(read1('file', value), JSON.stringify(value)).to.equal(
        'must be a file of at most 1000000 bytes: image/png',
      );
  });
});

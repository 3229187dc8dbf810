import { expect } from 'chai';
import fc from 'fast-check';
import { field, type Field } from 'lectern';
import { dateTimeWriter } from '../../../../core/kernel/base/time_zone.ts';

const context = { writeDateTime: dateTimeWriter('Asia/Shanghai'), publicUrl: () => 'https://school.example' };
const write = (of: Field<any>, value: unknown) => of.write(value, context);

const notWhole = [
  1.5,
  NaN,
  Infinity,
  2 ** 53,
  -(2 ** 53),
  1e21,
  '',
  '1.0',
  '1e3',
  '01',
  '-0',
  ' 1',
  'x',
  null,
  undefined,
  true,
  [],
  [5],
  {},
  new Date(),
];
const notText = [null, undefined, 0, 1, true, [], ['a'], {}, new String('a')];

describe('Wire types', () => {
  it('intString writes whole numbers of any size as digits', () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(write(field.intString(''), value)).to.equal(String(value));
        expect(write(field.intString(''), String(value))).to.equal(String(value));
      }),
    );
    fc.assert(
      fc.property(
        fc.maxSafeInteger(),
        (value) => void expect(write(field.intString(''), value)).to.equal(BigInt(value).toString()),
      ),
    );
  });

  it('money writes minor units of any size with two places', () => {
    fc.assert(
      fc.property(fc.bigInt(), (minor) => {
        const text = write(field.money(''), fc.sample(fc.constantFrom(minor, String(minor)), 1)[0]) as string;
        expect(text).to.match(/^-?(0|[1-9]\d*)\.\d\d$/);
        expect(BigInt(text.replace('.', ''))).to.equal(minor);
        expect(text.startsWith('-')).to.equal(minor < 0n);
      }),
    );
    expect(write(field.money(''), 990)).to.equal('9.90');
    expect(write(field.money(''), '-5')).to.equal('-0.05');
    expect(write(field.money(''), 0)).to.equal('0.00');
    expect(write(field.money(''), -0)).to.equal('0.00');
    expect(write(field.money(''), '922337203685477580799')).to.equal('9223372036854775807.99');
  });

  it('int writes a JSON number, and refuses one that would lose digits', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => void expect(write(field.int(''), String(value))).to.equal(value + 0)),
    );
    expect(() => write(field.int(''), '9007199254740993')).to.throw();
  });

  for (const [name, of] of Object.entries({
    intString: field.intString(''),
    money: field.money(''),
    int: field.int(''),
  })) {
    for (const value of notWhole) {
      it(`${name} refuses ${typeof value} ${JSON.stringify(value)}`, () => {
        expect(() => write(of, value)).to.throw();
      });
    }
  }

  it('decimal rounds to two places without a float on the way', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n }),
        fc.integer({ min: 0, max: 9999 }),
        fc.boolean(),
        (whole, places, negative) => {
          const value = `${negative ? '-' : ''}${whole}.${String(places).padStart(4, '0')}`;
          const exact = whole * 10_000n + BigInt(places);
          const hundredths = (exact + 50n) / 100n;
          const digits = String(hundredths).padStart(3, '0');
          const sign = negative && hundredths > 0n ? '-' : '';
          expect(write(field.decimal(''), value)).to.equal(`${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`);
        },
      ),
    );
    expect(write(field.decimal(''), 4.5)).to.equal('4.50');
    expect(write(field.decimal(''), -0.001)).to.equal('0.00');
    expect(write(field.decimal(''), '1')).to.equal('1.00');
    expect(write(field.decimal('', { places: 3 }), '1.9995')).to.equal('2.000');
    expect(write(field.decimal('', { places: 4 }), 0.5)).to.equal('0.5000');
    for (const value of ['-11.5', -12]) expect(write(field.decimal('', { places: 0 }), value)).to.equal('-12');
    expect(new RegExp(field.decimal('', { places: 0 }).schema.pattern as string).test('-12')).to.equal(true);
    for (const value of ['', 'x', '1e3', '1.', '.5', NaN, Infinity, 1e21, null, [5], true]) {
      expect(() => write(field.decimal(''), value), String(value)).to.throw();
    }
  });

  it('date writes a day, and refuses a Date, whose day depends on the zone', () => {
    expect(write(field.date(''), '2026-11-24')).to.equal('2026-11-24');
    for (const value of [new Date(), '24.11.2026', '2026-11-24T00:00:00Z', 20261124, null]) {
      expect(() => write(field.date(''), value), String(value)).to.throw('a date as text');
    }
  });

  it('text, html, url and picture take text only', () => {
    for (const value of notText) {
      for (const type of [field.text(''), field.html(''), field.url('')]) expect(() => write(type, value)).to.throw();
    }
    expect(() => write(field.picture('', '/p.png'), { small: 1, middle: '', large: '' })).to.throw();
  });

  it('bool takes true and false only', () => {
    expect([write(field.bool(''), true), write(field.bool(''), false)]).to.deep.equal([true, false]);
    for (const value of [0, 1, 'true', '', null, undefined, {}]) expect(() => write(field.bool(''), value)).to.throw();
  });

  it('timestamp writes unix seconds', () => {
    const instants = fc.date({ noInvalidDate: true });
    fc.assert(
      fc.property(instants, (instant) => {
        const seconds = write(field.timestamp(''), instant) as number;
        expect(Number.isInteger(seconds)).to.equal(true);
        expect(instant.getTime() - seconds * 1000).to.be.within(0, 999);
      }),
    );
    for (const value of [new Date(NaN), 0, '2020-01-01', null])
      expect(() => write(field.timestamp(''), value)).to.throw();
  });

  it('datetime refuses values that are no instant', () => {
    for (const value of [new Date(NaN), 0, '2020-01-01', null, undefined])
      expect(() => write(field.datetime(''), value)).to.throw('expected a valid Date, got ');
  });

  it('url completes paths and keeps absolute URLs', () => {
    expect(write(field.url(''), '/a.png')).to.equal('https://school.example/a.png');
    expect(write(field.url(''), 'https://else.example/a')).to.equal('https://else.example/a');
    expect(write(field.url(''), '')).to.equal('');
  });

  it('html completes paths in attributes', () => {
    const html = `<img src="/a.png"><a href='/b'>/c</a><img alt=x src=/d><a href="https://else.example/">e</a><img src="//cdn.example/f">`;
    expect(write(field.html(''), html)).to.equal(
      `<img src="https://school.example/a.png"><a href='https://school.example/b'>/c</a><img alt=x src=https://school.example/d>` +
        `<a href="https://else.example/">e</a><img src="//cdn.example/f">`,
    );
  });

  it('name the type of a wrong value in the error', () => {
    const types = { undefined, null: null, array: [], object: {}, number: 1 };
    for (const [type, value] of Object.entries(types))
      expect(() => write(field.text(''), value)).to.throw(`expected text, got ${type}`);
  });
});

import { expect } from 'chai';
import { Failure, input, isId, paging, reader } from 'lectern';

const refused = [
  ...[
    '',
    ' 1',
    '1 ',
    '01',
    '00',
    '1.0',
    '1e3',
    '+1',
    '-1',
    '0x1',
    '１',
    '1_000',
    '1,0',
    'abc',
    '1n',
    '\u00001',
    'NaN',
    'Infinity',
  ],
  ...['9223372036854775808', '10000000000000000000', '9'.repeat(400), '٣'],
];
const notText: readonly unknown[] = [1.5, -1, NaN, 1e21, 2 ** 53, true, false, [], [1], ['1'], {}, { id: 1 }];

describe('Ids in input', () => {
  const read = reader({ id: input.id() });

  for (const id of ['1', '42', '9007199254740993', '9223372036854775807']) {
    it(`are accepted as the text ${id}`, () => {
      expect(read({ id })).to.deep.equal({ id });
      expect(isId(id)).to.equal(true);
    });
  }

  for (const id of [1, 42, Number.MAX_SAFE_INTEGER]) {
    it(`are accepted as the number ${id}, and become text`, () => {
      expect(read({ id })).to.deep.equal({ id: String(id) });
    });
  }

  for (const id of [...refused, '0']) {
    it(`are refused as the text ${JSON.stringify(id).slice(0, 40)}`, () => {
      expect(() => read({ id }))
        .to.throw(Failure)
        .with.nested.property('kind.status', 422);
      expect(isId(id)).to.equal(false);
    });
  }

  for (const id of [...notText, 0]) {
    it(`are refused as ${JSON.stringify(id)}`, () => {
      expect(() => read({ id }))
        .to.throw(Failure)
        .with.nested.property('kind.status', 422);
    });
  }

  it('may be 0 with input.idOrZero()', () => {
    const readAll = reader({ id: input.idOrZero() });
    expect(readAll({ id: '0' })).to.deep.equal({ id: '0' });
    expect(readAll({ id: 0 })).to.deep.equal({ id: '0' });
    for (const id of [...refused.filter((text) => text !== ''), '-0', '00'])
      expect(() => readAll({ id })).to.throw(Failure);
  });
});

describe('Serial numbers in input', () => {
  const read = reader({ sn: input.serial({ maxLength: 30 }) });

  it('are accepted as digits and as numbers, and become digits', () => {
    for (const sn of [1, '1', '9223372036854775808', '9'.repeat(30)]) {
      expect(read({ sn })).to.deep.equal({ sn: String(sn) });
    }
  });

  it('are refused in any other form, and when they are too long', () => {
    const wrong = refused.filter((text) => !/^[1-9]\d{18,30}$/.test(text));
    for (const sn of [...wrong, ...notText, 0, '0', '9'.repeat(31)]) {
      expect(() => read({ sn }), JSON.stringify(sn)).to.throw(Failure);
    }
  });
});

describe('Integers in input', () => {
  const read = reader({ n: input.integer({ minimum: 2, maximum: 20 }) });

  it('are accepted as numbers and as digits, and become numbers', () => {
    for (const n of [2, '2', 20, '20', 10]) expect(read({ n })).to.deep.equal({ n: Number(n) });
  });

  it('below 0 are accepted in both forms down to their minimum', () => {
    const below = reader({ n: input.integer({ minimum: -20 }) });
    for (const n of [-20, '-20', '-3', '0']) expect(below({ n })).to.deep.equal({ n: Number(n) });
    for (const n of [-21, '-21', '-0', '-03', '--3', '- 3']) expect(() => below({ n }), String(n)).to.throw(Failure);
  });

  it('are refused outside of their bounds, and in any other form', () => {
    for (const n of [1, '1', 21, '21', '100', ...refused, ...notText]) {
      expect(() => read({ n }), JSON.stringify(n)).to.throw(Failure);
    }
  });
});

describe('Booleans in input', () => {
  const read = reader({ b: input.bool() });

  it('are accepted as JSON, as 1 and 0, and as their texts', () => {
    for (const b of [true, 1, 'true', '1']) expect(read({ b })).to.deep.equal({ b: true });
    for (const b of [false, 0, 'false', '0']) expect(read({ b })).to.deep.equal({ b: false });
  });

  it('are refused in any other form', () => {
    for (const b of ['yes', 'TRUE', 2, -1, 'on', [], {}, ' true'])
      expect(() => read({ b }), JSON.stringify(b)).to.throw(Failure);
  });
});

describe('Amounts of money in input', () => {
  const read = reader({ price: input.money() });

  for (const [given, units] of [
    [0, 0],
    [9.9, 990],
    ['9.9', 990],
    ['9.90', 990],
    ['0.07', 7],
    [0.07, 7],
    [1.15, 115],
    [4.35, 435],
    [1234567.89, 123456789],
    ['999999999999.99', 99999999999999],
    [99999999.99, 9999999999],
    [12, 1200],
  ] as const) {
    it(`are ${units} minor units for ${JSON.stringify(given)}`, () => {
      expect(read({ price: given })).to.deep.equal({ price: units });
    });
  }

  for (const price of [-1, -0.01, 1.001, '1.001', '01', '1,5', '1.', '.5', '1e3', 'NaN', '١', true, [1], {}, 1e11]) {
    it(`are refused as ${JSON.stringify(price)}`, () => {
      expect(() => read({ price })).to.throw('The parameter "price" must be an amount');
    });
  }
});

describe('URLs in input', () => {
  const link = reader({ url: input.url() });
  for (const url of [
    '/a.jpg',
    '/',
    'https://x.example',
    'http://x.example:80/%E5%9B%BE.png?b=c#d',
    'http://localhost?a',
  ]) {
    it(`are accepted as ${url}`, () => {
      expect(link({ url })).to.deep.equal({ url });
    });
  }

  for (const url of [
    'http://',
    'http://#',
    'https://a:b@x.example/',
    '/a b',
    '//x.example/a.jpg',
    '/%y',
    '/图',
    '/a\\b',
    '/a"b',
    '/#a#b',
    'ftp://x.example',
    'x',
  ]) {
    it(`are refused as ${JSON.stringify(url)}`, () => {
      expect(() => link({ url })).to.throw(Failure);
    });
  }
});

describe('Sort orders in input', () => {
  const read = reader({ sort: input.sort(['price', 'createdTime', 'name']) });

  it('are names with commas between them, and "-" before a descending one', () => {
    expect(read({ sort: 'price,-createdTime' })).to.deep.equal({
      sort: [
        { name: 'price', descending: false },
        { name: 'createdTime', descending: true },
      ],
    });
    expect(read({ sort: 'name' })).to.deep.equal({ sort: [{ name: 'name', descending: false }] });
  });

  it('may be omitted for the declared default, or for none', () => {
    expect(read({})).to.deep.equal({});
    const newestFirst = reader({ sort: input.sort(['price', 'createdTime'], { default: '-createdTime' }) });
    expect(newestFirst({})).to.deep.equal({ sort: [{ name: 'createdTime', descending: true }] });
    expect(newestFirst({ sort: 'price' })).to.deep.equal({ sort: [{ name: 'price', descending: false }] });
    expect(() => input.sort(['price'], { default: 'name' })).to.throw(
      'the default "name" must be a comma-separated list of price',
    );
  });

  for (const sort of [
    'hits',
    'Price',
    'price,',
    ',price',
    '--price',
    '+price',
    'price, name',
    'price desc',
    "price'",
    1,
  ]) {
    it(`are refused as ${JSON.stringify(sort)}`, () => {
      expect(() => read({ sort })).to.throw('The parameter "sort" must be a comma-separated list of price');
    });
  }
});

describe('Paging in input', () => {
  const read = reader(paging);

  it('has offset 0 and limit 10 by default, and at most limit 100', () => {
    expect(read({})).to.deep.equal({ offset: 0, limit: 10 });
    expect(read({ offset: '', limit: null })).to.deep.equal({ offset: 0, limit: 10 });
    expect(read({ offset: '7', limit: '100' })).to.deep.equal({ offset: 7, limit: 100 });
    expect(read({ limit: '101' })).to.deep.equal({ offset: 0, limit: 100 });
    expect(read({ limit: 2_000_000_000 })).to.deep.equal({ offset: 0, limit: 100 });
    expect(read({ limit: '0' })).to.deep.equal({ offset: 0, limit: 0 });
  });

  for (const value of ['-1', 'x', '1.5', '1e1', ' 1', '01', -1, 1.5, '99999999999999999999', ['1', '2'], {}]) {
    it(`refuses ${JSON.stringify(value)}`, () => {
      expect(() => read({ offset: value }))
        .to.throw(Failure)
        .with.nested.property('kind.code', 9);
      expect(() => read({ limit: value }))
        .to.throw(Failure)
        .with.nested.property('kind.code', 9);
    });
  }
});

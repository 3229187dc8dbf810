import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';
import { idsOf, type Row } from '../support.ts';

/** Sort keys, computed from the exercises of the answer. */
const keys: Readonly<Record<string, (row: Row) => number>> = {
  createdTime: ({ createdTime }) => Date.parse(createdTime),
  updatedTime: ({ updatedTime }) => Date.parse(updatedTime),
  price: ({ price }) => Number(price),
  rating: ({ rating }) => Number(rating),
  studentNum: ({ studentNum }) => Number(studentNum),
  recommendedSeq: ({ recommendedSeq }) => Number(recommendedSeq),
};

describe('The list of question-bank exercises', () => {
  const platform = started(startPlatform);
  let shown: Row[];

  before(async () => {
    shown = (await list({ limit: 100 })).data;
  });

  const ask = (query: object) => platform.api.get('/api/item_bank_exercises').query(query);
  const list = async (query: object) => (await ask(query).expect(200)).body as { data: Row[]; paging: Row };
  const table = () => platform.kernel.services.database.table('item_bank_exercises');

  it('shows managers exercises of every status, sorted, searched and paged', async () => {
    const every = { '2': 'draft', '3': 'closed' };
    for (const who of [await platform.as('manager'), await platform.as('admin')]) {
      const found = async (query: object) =>
        (
          await ask({ limit: 100, ...query })
            .set(who)
            .expect(200)
        ).body;
      const { data, paging } = await found({});
      expect(paging).to.deep.equal({ total: 8, offset: 0, limit: 100 });
      const hidden = (data as Row[]).filter(({ status }) => status !== 'published');
      expect(Object.fromEntries(hidden.map(({ id, status }) => [id, status]))).to.deep.equal(every);
      for (const sort of [...Object.keys(keys).flatMap((name) => [name, `-${name}`]), 'price,-rating']) {
        const all = idsOf((await found({ sort })).data);
        expect(new Set(all).size, sort).to.equal(8);
        const key = keys[sort.replace('-', '')];
        const up = (data as Row[]).map((row) => key?.(row) ?? 0).sort((a, b) => a - b);
        const sorted = (await found({ sort })).data.map((row: Row) => key?.(row) ?? 0);
        expect(sorted, sort).to.deep.equal(sort.startsWith('-') ? up.reverse() : up);
        expect(idsOf((await found({ sort, offset: 3, limit: 4 })).data), sort).to.deep.equal(all.slice(3, 7));
      }
      const { title } = (data as Row[]).find(({ id }) => id === '2')!;
      expect(idsOf((await found({ title })).data)).to.include('2');
    }
  });

  it('shows other callers published exercises only', async () => {
    for (const who of [{}, await platform.as('student'), await platform.as('teacher')]) {
      const { data, paging } = (await ask({}).set(who).expect(200)).body;
      expect(data.map(({ status }: Row) => status)).to.deep.equal(Array(6).fill('published'));
      expect(paging).to.deep.equal({ total: 6, offset: 0, limit: 10 });
    }
  });

  it('begins with the newest by default', () => {
    expect(idsOf(shown)).to.deep.equal(['7', '5', '1', '6', '8', '4']);
  });

  for (const [name, keyOf] of Object.entries(keys)) {
    it(`sorts by ${name}, up and down`, async () => {
      const up = [...shown].sort((a, b) => keyOf(a) - keyOf(b));
      expect(idsOf((await list({ sort: name })).data)).to.deep.equal(idsOf(up));
      expect(idsOf((await list({ sort: `-${name}` })).data)).to.deep.equal(idsOf(up.reverse()));
    });
  }

  it('breaks ties by the next key and then by id', async () => {
    await table().whereIn('id', [5, 6, 7]).update({ price: 1_000, recommended_seq: 5 });
    await table().where({ id: 6 }).update({ recommended_seq: 9 });
    expect(idsOf((await list({ sort: 'price' })).data)).to.deep.equal(['4', '1', '5', '6', '7', '8']);
    expect(idsOf((await list({ sort: '-price' })).data)).to.deep.equal(['8', '7', '6', '5', '1', '4']);
    expect(idsOf((await list({ sort: 'price,-recommendedSeq' })).data)).to.deep.equal(['4', '1', '6', '7', '5', '8']);
    expect(idsOf((await list({ sort: 'price,recommendedSeq' })).data)).to.deep.equal(['4', '1', '5', '7', '6', '8']);
    expect(idsOf((await list({ sort: 'price,price' })).data)).to.deep.equal(['4', '1', '5', '6', '7', '8']);
    expect(idsOf((await list({ sort: 'price,-recommendedSeq', offset: 2, limit: 2 })).data)).to.deep.equal(['6', '7']);
  });

  for (const sort of ['id', 'title', 'Price', 'price desc', '--price', 'price,', ',price', 'created_at', "price'--"]) {
    it(`rejects the order "${sort}": 422, code 9`, async () => {
      const { error } = (await ask({ sort }).expect(422)).body;
      expect(error.code).to.equal(9);
      expect(error.details[0].field).to.equal('sort');
    });
  }

  describe('searched by title', () => {
    const found = async (title: string) => {
      const { data, paging } = await list({ title, sort: 'studentNum' });
      expect(paging['total']).to.equal(data.length);
      return idsOf(data);
    };

    it('finds a part in any case', async () => {
      expect(await found('equations')).to.deep.equal(['1']);
      expect(await found('EQUATIONS')).to.deep.equal(['1']);
      expect(await found('th')).to.deep.equal(['5', '1', '7']);
      expect(await found('诗')).to.deep.equal(['6']);
    });

    it('finds published exercises only', async () => {
      expect(await found('mechanics')).to.deep.equal([]);
      expect(await found('verbs')).to.deep.equal([]);
    });
  });
});

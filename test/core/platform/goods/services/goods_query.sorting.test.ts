import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';
import { kinds, type Kind, type Row } from '../../courses/support.ts';

/** Sort keys, computed from the rows of the answer; unset values come before all others. */
const keys: Readonly<Record<string, (row: Row) => string | number>> = {
  name: ({ title }) => title,
  createdTime: ({ createdTime }) => Date.parse(createdTime),
  updatedTime: ({ updatedTime }) => Date.parse(updatedTime),
  price: ({ price }) => Number(price),
  recommendedSeq: ({ recommendedSeq }) => Number(recommendedSeq),
  recommendedTime: ({ recommendedTime }) => (recommendedTime === null ? -Infinity : Date.parse(recommendedTime)),
  hitNum: ({ hitNum }) => Number(hitNum),
  rating: ({ rating }) => Number(rating),
  studentNum: ({ studentNum }) => Number(studentNum),
  id: ({ id }) => Number(id),
};

/** Ids in the specified order for a `sort`; ties go by id, in the direction of the last key. */
function inOrder(rows: readonly Row[], sort: string): string[] {
  const names = sort.split(',');
  const all = [...names, names.at(-1)!.startsWith('-') ? '-id' : 'id'];
  const compare = (a: Row, b: Row) => {
    for (const name of all) {
      const key = keys[name.replace('-', '')]!;
      const difference = key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
      if (difference !== 0) return name.startsWith('-') ? -difference : difference;
    }
    return 0;
  };
  return rows.toSorted(compare).map(({ id }) => id as string);
}

/** Each key in both directions, alone. */
const single = ({ sorts }: Kind) => sorts.flatMap((name) => [name, `-${name}`]);
/** Each key in both directions, with another one. */
const combined = ({ sorts }: Kind) => [
  ...sorts.map((name, index) => `${name},-${sorts[(index + 1) % sorts.length]}`),
  'studentNum,recommendedSeq,-createdTime',
  '-studentNum,studentNum',
];

const unknown = ['unknown', '--rating', 'createdTime,', ',createdTime', 'createdTime desc', 'id', 'rating,-id'];

describe('Orders of goods', () => {
  const platform = started(startPlatform);

  before(async () => {
    const { database } = platform.kernel.services;
    for (const { table, columns } of kinds) {
      const names = Object.values(columns);
      // Copies the values of row 3, so that every order has ties.
      await database.raw(
        `update ${table} set (${names.join()}) = (select ${names.join()} from ${table} where id = 3) where id in (2, 9)`,
      );
    }
  });

  const get = (path: string) => platform.api.get(path);

  for (const kind of kinds) {
    for (const [who, sorts] of [
      ['nobody', single(kind)],
      ['admin', combined(kind)],
    ] as const) {
      it(`sort ${kind.path} by ${who === 'nobody' ? 'every key' : 'combined keys'} for ${who}`, async () => {
        const credential = who === 'nobody' ? {} : await platform.as(who);
        const list = async (query: string): Promise<Row[]> =>
          (await get(`${kind.path}?${query}`).set(credential).expect(200)).body.data;
        const all = await list('limit=100');
        const breaches: string[] = [];
        for (const sort of sorts) {
          const expected = inOrder(all, sort);
          const whole = (await list(`sort=${sort}&limit=100`)).map(({ id }) => id as string);
          if (whole.join() !== expected.join()) breaches.push(`${sort}: ${whole.join()} instead of ${expected.join()}`);
          const page = (await list(`sort=${sort}&limit=4&offset=3`)).map(({ id }) => id as string);
          if (page.join() !== expected.slice(3, 7).join()) breaches.push(`${sort}, second page: ${page.join()}`);
        }
        expect(breaches).to.deep.equal([]);
      });
    }

    it(`of ${kind.path} are rejected with unknown keys: 422, code 9`, async () => {
      const breaches: string[] = [];
      for (const sort of unknown) {
        const { status, body } = await get(kind.path).query({ sort });
        const answer = `${status} ${body.error?.code} ${body.error?.details?.[0].field}`;
        if (answer !== '422 9 sort') breaches.push(`${sort}: ${answer}`);
      }
      expect(breaches).to.deep.equal([]);
    });
  }

  it('by name and by price are rejected for goods without this field', async () => {
    for (const path of ['/api/courses?sort=name', '/api/course_sets?sort=price', '/api/classrooms?sort=hitNum']) {
      await get(path).expect(422);
    }
  });
});

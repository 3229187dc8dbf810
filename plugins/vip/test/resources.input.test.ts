import { expect } from 'chai';
import { startPlatform } from '../../../test/support/platform.ts';
import { started } from '../../../test/support/started.ts';
import { goodsLists, readerOf } from './goods.ts';

const everything = { limit: 100 };

describe('Queries for goods of a membership', () => {
  const platform = started(startPlatform);

  for (const list of goodsLists) {
    describe(list.name, () => {
      it('are rejected with an invalid token', async () => {
        const { body } = await platform.api.get(list.path).set('X-Auth-Token', 'wrong').expect(401);
        expect(body.error.code).to.equal(5);
      });

      for (const [field, values] of Object.entries(wrongValues(list.types, Object.keys(list.sorts)))) {
        it(`are rejected for a wrong ${field}: 422, code 9`, async () => {
          for (const query of values) {
            const { status, body } = await platform.api.get(`${list.path}?${query}`);
            const { code, details = [] } = body.error ?? {};
            expect([status, code, details[0]?.field], query).to.deep.equal([422, 9, field]);
          }
        });
      }

      it('ignore parameters that the list does not declare', async () => {
        const get = readerOf(platform, list);
        const { rows } = await get(everything);
        const strange = {
          vipLevelId: '1',
          status: 'draft',
          where: '1=1',
          columns: 'id',
          ...(!list.types.length && { type: 'live' }),
        };
        expect((await get({ ...everything, ...strange })).rows).to.deep.equal(rows).and.not.be.empty;
      });
    });
  }
});

/** Invalid queries, by the invalid field. */
function wrongValues(types: readonly string[], sorts: readonly string[]): Record<string, string[]> {
  const [sort = ''] = sorts;
  const noCounts = ['-1', '1.0', '1e3', '01', '+1', 'x', '%201', '99999999999'];
  const noIds = [...noCounts.slice(0, -1), '9223372036854775808', "1'--", '1,2'];
  const queries = (field: string, values: readonly string[]) => [
    ...values.map((value) => `${field}=${value}`),
    `${field}[]=1`,
    `${field}=1&${field}=2`,
  ];
  return {
    levelId: queries('levelId', ['0', ...noIds]),
    categoryId: queries('categoryId', noIds),
    sort: queries('sort', [
      'id',
      'title',
      `--${sort}`,
      `${sort},`,
      `,${sort}`,
      sort.toUpperCase(),
      `${sort}%20desc`,
      `${sort};--`,
      `${sort},id`,
    ]),
    offset: queries('offset', noCounts),
    limit: queries('limit', noCounts),
    title: ['title[]=1', 'title=1&title=2', `title=${'x'.repeat(256)}`],
    ...(types.length > 0 && {
      type: queries('type', ['Normal', 'course', 'normal,live', types.length === 2 ? 'open' : 'vip']),
    }),
  };
}

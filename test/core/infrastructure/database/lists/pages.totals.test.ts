import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { prepared, started } from '../../../../support/started.ts';

const ROWS = 12_000;

describe('Totals of lists', () => {
  const platform = started(startPlatform);

  const admin = prepared(() => platform.as('admin'));

  before(async () => {
    const { database } = platform.kernel.services;
    await database.raw(
      `insert into admin_logs (created_at, user_id, nickname, action, resource, path, fields)
       select now(), 2, 'admin', 'update', case when n <= 7 then '/settings' else '/many' end, '/', '{}'
       from generate_series(1, ?::int) as n`,
      [ROWS],
    );
    await database.raw(
      `insert into articles (title, category_id, source, body, status, user_id, published_at, created_at, updated_at)
       select 'Article', 1, '', '', 'published', 2, now(), now(), now() from generate_series(1, ?::int)`,
      [ROWS],
    );
    await database.raw('analyze admin_logs');
    database.changed('articles');
  });

  const get = (path: string) => platform.api.get(`/api/${path}`).set(admin).expect(200);

  it('are estimates above 10,000 rows of a list for operators', async () => {
    const { body, headers } = await get('admin_logs?resource=/many&limit=5');
    expect(body.paging).to.deep.include({ offset: 0, limit: 5, isEstimate: true });
    expect(body.paging.total).to.be.within(10_001, 2 * ROWS);
    expect(headers['x-total-count']).to.equal(String(body.paging.total));
    expect(headers['link']).to.include('rel="next"').and.not.include('rel="last"');
  });

  it('are exact for short lists for operators, and for the last page of long ones', async () => {
    const { body: short, headers } = await get('admin_logs?resource=/settings&limit=5');
    expect(short.paging).to.deep.equal({ total: 7, offset: 0, limit: 5 });
    expect(headers['link']).to.include('rel="last"');
    const end = ROWS - 7 - 3;
    const { body: last } = await get(`admin_logs?resource=/many&limit=5&offset=${end}`);
    expect(last.paging).to.deep.equal({ total: ROWS - 7, offset: end, limit: 5 });
  });

  it('lead to no page behind the end of an estimated list', async () => {
    const { body, headers } = await get(`admin_logs?resource=/many&limit=5&offset=${2 * ROWS}`);
    expect(body.data).to.deep.equal([]);
    expect(body.paging.total).to.be.at.most(2 * ROWS);
    expect(headers['link']).not.to.include('rel="next"');
  });

  it('are exact for the specified lists', async () => {
    const { body } = await get('articles?limit=5');
    expect(body.paging).to.have.all.keys('total', 'offset', 'limit');
    expect(body.paging.total).to.be.at.least(ROWS);
  });
});

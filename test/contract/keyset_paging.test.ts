import { expect } from 'chai';
import { Contract, type Tree } from '../core/hosting/openapi/contract.ts';
import { started } from '../support/started.ts';
import { startPlatform } from '../support/platform.ts';

interface Parameter {
  readonly name: string;
  readonly schema: { readonly enum?: readonly string[]; readonly pattern?: string };
}

interface List {
  readonly path: string;
  readonly isBare: boolean;
  readonly sorts: readonly string[];
}

interface Answer {
  readonly body: any;
  readonly headers: Readonly<Record<string, string>>;
}

/** Lists of all modules with the parameter `after`. */
function keysetLists(document: Tree): List[] {
  const reads = new Contract(document).operations.filter(({ method }) => method === 'GET');
  return reads.flatMap(({ path, tree: get }) => {
    const parameters: Parameter[] = get['parameters'] ?? [];
    if (!parameters.some(({ name }) => name === 'after')) return [];
    const sort = parameters.find(({ name }) => name === 'sort')?.schema;
    const names = sort?.enum ?? /\?:([\w|]+)\)/.exec(sort?.pattern ?? '')?.[1]?.split('|') ?? [];
    // Ascending and descending in turn: other tests compare each column in both directions.
    const sorts = sort?.enum ? names : names.map((name, index) => (index % 2 === 0 ? name : `-${name}`));
    const { schema } = get['responses']['200'].content['application/json'];
    return [{ path, isBare: schema.type === 'array', sorts: ['', ...sorts] }];
  });
}

describe('Lists with keyset paging', () => {
  const platform = started(() => startPlatform());
  let admin: object;
  let lists: readonly List[];

  before(async () => {
    admin = await platform.as('admin');
    const webhook = { url: 'https://shop.example.com/', events: ['*'] };
    await platform.api
      .post('/api/webhooks')
      .set({ ...admin })
      .send(webhook)
      .expect(201);
    // Switched off, so that its events cost later tests of the platform nothing.
    await platform.api
      .patch('/api/webhooks/1')
      .set({ ...admin })
      .send({ active: false })
      .expect(200);
    lists = keysetLists((await platform.api.get('/api/openapi.json').expect(200)).body);
  });

  /** Path of an existing list: members, refunds and deliveries of the first object. */
  const placed = (path: string) => path.replaceAll(/\{\w+\}/g, '1');
  const get = (list: List, query: object) =>
    platform.api
      .get(placed(list.path))
      .query(query)
      .set({ ...admin });
  /** The rows of an answer, without the last use of tokens, which each request changes. */
  const rowsOf = (list: List, body: any): { id: string }[] =>
    (list.isBare ? body : body.data).map(({ usedFrom: _from, usedTime: _time, ...row }: any) => row);

  async function walk(list: List, query: object): Promise<unknown[]> {
    const rows: unknown[] = [];
    for (let after: string | undefined = ''; after !== undefined;) {
      const answer: Answer = await get(list, { ...query, limit: 30, after }).expect(200);
      const { body, headers } = answer;
      rows.push(...rowsOf(list, body));
      after = headers['x-next-cursor'];
      expect(headers).not.to.have.property('x-total-count');
      if (!list.isBare) expect(body.paging).to.deep.equal({ limit: 30, next: after ?? null });
      expect(headers['link']?.includes('rel="next"')).to.equal(after !== undefined);
    }
    return rows;
  }

  it('are these lists', () => {
    expect(lists.map(({ path }) => path).sort()).to.deep.equal([
      '/api/admin_logs',
      '/api/applications',
      '/api/article_tags',
      '/api/articles',
      '/api/cash_accounts',
      '/api/cash_accounts/{userId}/payouts',
      '/api/classrooms',
      '/api/classrooms/{classroomId}/courses',
      '/api/coupons',
      '/api/course_sets',
      '/api/courses',
      '/api/courses/{courseId}/quizzes',
      '/api/courses/{courseId}/quizzes/{quizId}/attempts',
      '/api/item_bank_exercises',
      '/api/me/classrooms',
      '/api/me/coins/entries',
      '/api/me/coupons',
      '/api/me/courses',
      '/api/me/item_bank_exercises',
      '/api/me/orders',
      '/api/me/tokens',
      '/api/me/trades',
      '/api/orders',
      '/api/orders/{orderSn}/refunds',
      '/api/payment_notices',
      '/api/plugins/vip/memberships',
      '/api/plugins/vip/memberships/{userId}/records',
      '/api/plugins/vip/vip_classrooms',
      '/api/plugins/vip/vip_course_sets',
      '/api/plugins/vip/vip_courses',
      '/api/refunds',
      '/api/trades',
      '/api/user/list',
      '/api/users',
      '/api/webhooks',
      '/api/webhooks/{webhookId}/deliveries',
    ]);
  });

  it('have the same rows by cursor as by offset, in every order', async () => {
    let compared = 0;
    for (const list of lists.filter(({ path }) => !path.includes('{orderSn}'))) {
      for (const sort of list.sorts) {
        const query = sort === '' ? {} : { sort };
        const whole = await get(list, { ...query, limit: 100 }).expect(200);
        const { 'x-total-count': total } = whole.headers;
        const rows = rowsOf(list, whole.body);
        expect(rows, `${list.path} ${sort}`).to.have.length(Number(total));
        expect(await walk(list, query), `${list.path} ${sort}`).to.deep.equal(rows);
        compared += rows.length;
      }
    }
    expect(compared).to.be.above(1_000);
  });

  it('reject a cursor with an offset, a damaged cursor, and one of another list', async () => {
    const { body } = await platform.api.get('/api/articles?sort=normal&limit=1&after=').set({ ...admin });
    const foreign = body.paging.next as string;
    const damaged = [foreign.slice(1), 'x', 'W10', '!', 'bnVsbA'];
    for (const [index, list] of lists.filter(({ path }) => !path.includes('{orderSn}')).entries()) {
      const beside = await get(list, { after: '', offset: 10 }).expect(422);
      expect(beside.body.error.details.map(({ field }: { field: string }) => field)).to.deep.equal(['after', 'offset']);
      for (const after of [foreign, damaged[index % damaged.length]]) {
        const refused = await get(list, { after });
        expect(refused.status, `${list.path} ${after}`).to.equal(422);
        expect(refused.body.error.details[0].field).to.equal('after');
      }
    }
  });
});

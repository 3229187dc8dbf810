import { expect } from 'chai';
import { startPlatform } from '../../../../test/support/platform.ts';
import { prepared, started } from '../../../../test/support/started.ts';

type Body = Record<string, any>;

const levels = '/api/plugins/vip/vip_levels';
const platinum = { name: 'platinum', seq: 5, monthPrice: '40.50', yearPrice: 400, maxRate: 80, enabled: false };

describe('Editing of membership levels', () => {
  const platform = started(startPlatform);

  const manager = prepared(() => platform.as('manager'));

  const make = async (draft: Body = {}) =>
    (
      await platform.api
        .post(levels)
        .set(manager)
        .send({ ...platinum, ...draft })
        .expect(201)
    ).body as Body;
  const change = (id: string, draft: Body) => platform.api.patch(`${levels}/${id}`).set(manager).send(draft);
  const remove = (id: string) => platform.api.delete(`${levels}/${id}`).set(manager);

  it('creates a level and sends its location', async () => {
    const { body, headers } = await platform.api.post(levels).set(manager).send(platinum).expect(201);
    expect(headers['location']).to.equal(`${levels}/${body.id}`);
    expect(body).to.include({ name: 'platinum', seq: '5', monthPrice: '40.50', yearPrice: '400.00', maxRate: '80' });
    await remove(body.id).expect(200, { success: true });
  });

  it('shows a disabled level to managers only, and lists it once enabled', async () => {
    const { id } = await make();
    await platform.api.get(`${levels}/${id}`).expect(404);
    await platform.api.get(`${levels}/${id}`).set(manager).expect(200);
    await change(id, { enabled: true }).expect(200);
    const listed = (await platform.api.get(levels)).body as Body[];
    expect(listed.map((level) => level['id'])).to.include(id);
    await remove(id).expect(200);
    await platform.api.get(`${levels}/${id}`).set(manager).expect(404);
  });

  it('changes the given fields and keeps the others', async () => {
    const { id } = await make();
    const { body } = await change(id, { monthPrice: 41 }).expect(200);
    expect(body).to.include({ name: 'platinum', monthPrice: '41.00', yearPrice: '400.00', seq: '5' });
    await remove(id);
  });

  for (const [draft, field] of [
    [{ monthPrice: -1 }, 'monthPrice'],
    [{ yearPrice: '1.005' }, 'yearPrice'],
    [{ maxRate: 101 }, 'maxRate'],
    [{ seq: 'x' }, 'seq'],
    [{ name: '' }, 'name'],
    [{ icon: 'javascript:1' }, 'icon'],
  ] as const) {
    it(`refuses ${JSON.stringify(draft)}: 422, code 9`, async () => {
      const { body } = await platform.api
        .post(levels)
        .set(manager)
        .send({ ...platinum, ...draft })
        .expect(422);
      expect(body.error.code).to.equal(9);
      expect(body.error.details[0].field).to.equal(field);
    });
  }

  it('rejects a change of an outdated revision: 412', async () => {
    const { id } = await make();
    const tag = (await platform.api.get(`${levels}/${id}`).set(manager)).headers['etag'] as string;
    await change(id, { seq: 6 }).set('If-Match', tag).expect(200);
    await change(id, { seq: 7 }).set('If-Match', tag).expect(412);
    await remove(id).set('If-Match', tag).expect(412);
    await remove(id).expect(200);
  });

  it('does not remove a level with goods, or with present or former members: 409', async () => {
    for (const id of ['1', '2', '3']) {
      const { body } = await remove(id).expect(409);
      expect(body.error).to.deep.equal({
        code: 14,
        message: 'The level has goods, or has had members; disable the level instead.',
      });
      await platform.api.get(`${levels}/${id}`).expect(200);
    }
    const { id } = await make();
    const { vipMembers } = platform.kernel.services;
    const deadline = new Date('2030-01-01');
    await vipMembers.grant({ userId: '60', levelId: id, unit: 'month', deadline, action: 'new' });
    await remove(id).expect(409);
    await vipMembers.grant({ userId: '60', levelId: '1', unit: 'month', deadline, action: 'new' });
    await remove(id).expect(409);
  });

  it('rejects callers who are not managers', async () => {
    for (const [who, status] of [
      [{}, 401],
      [await platform.as('student'), 403],
    ] as const) {
      await platform.api.post(levels).set(who).send(platinum).expect(status);
      await platform.api.patch(`${levels}/1`).set(who).send({ seq: 9 }).expect(status);
      await platform.api.delete(`${levels}/1`).set(who).expect(status);
    }
  });
});

import { expect } from 'chai';
import { started } from '../../../../support/started.ts';
import { startUsers } from '../support.ts';

describe('/me/tokens', () => {
  const platform = started(startUsers);

  afterEach(() => platform.reset());

  const list = async (header: object) =>
    (
      await platform.api
        .get('/api/me/tokens')
        .set({ ...header })
        .expect(200)
    ).body;

  it('shows the tokens of the caller with their last use, without the tokens themselves', async () => {
    const old = await platform.services.tokens.issue('30');
    const recent = await platform.services.tokens.issue('30');
    await platform.api.get('/api/me/tokens').set({ 'X-Auth-Token': old, 'X-Forwarded-For': '192.0.2.77' }).expect(200);
    await platform.services.tokenUses.flush();
    const { data, paging } = await list({ 'X-Auth-Token': recent });
    expect(paging.total).to.equal(2);
    expect(data.map(({ current, usedFrom }: any) => [current, usedFrom])).to.deep.equal([
      [true, ''],
      [false, '192.0.2.*'],
    ]);
    expect(Math.abs(Date.parse(data[1].usedTime) - Date.now())).to.be.below(60_000);
    expect(JSON.stringify(data)).not.to.include(old);
    expect(data[0]).to.have.keys('id', 'createdTime', 'expiresTime', 'usedTime', 'usedFrom', 'current');
  });

  it('revokes a token of the caller, and none of another user', async () => {
    const lost = { 'X-Auth-Token': await platform.services.tokens.issue('30') };
    const [{ id }] = (await list(lost)).data;
    await platform.api
      .delete(`/api/me/tokens/${id}`)
      .set(await platform.as('student'))
      .expect(404);
    await platform.api.get('/api/user/info').set(lost).expect(200);
    await platform.api.delete(`/api/me/tokens/${id}`).set(lost).expect(200);
    await platform.api.get('/api/user/info').set(lost).expect(401);
  });
});

import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';

describe('GET /me/coupons', () => {
  const platform = started(startPlatform);

  const mine = async (nickname: string, query = '') =>
    platform.api.get(`/api/me/coupons${query}`).set(await platform.as(nickname));
  const codesOf = ({ body }: { body: { data: { code: string }[] } }) => body.data.map(({ code }) => code);

  it('lists the coupons of the caller by status', async () => {
    expect(codesOf(await mine('newcomer'))).to.deep.equal(['OTHER1']);
    expect(codesOf(await mine('student', '?status=receive'))).to.deep.equal(['OLD01', 'RATE85', 'MINUS5']);
    expect(codesOf(await mine('student', '?status=used&userId=5'))).to.deep.equal(['USED01']);
    const { body } = await mine('student', '?limit=1');
    expect(body.paging).to.deep.equal({ total: 4, offset: 0, limit: 1 });
    expect((await mine('student', '?status=lost')).status).to.equal(422);
    await platform.api.get('/api/me/coupons').expect(401);
  });

  it('declares that it needs an account', async () => {
    const explanation = platform.api.get('/api/console/route_explanations').query({ path: '/api/me/coupons' });
    const { body } = await explanation.set(await platform.as('manager')).expect(200);
    const titles = (body as { failures: { title: string }[] }).failures.map(({ title }) => title);
    expect(titles).to.include('needsAccount');
  });
});

import { expect } from 'chai';
import { PASSWORD, registered } from '../../accounts/accounts.ts';
import { addUserWithoutPassword, provider, confirmRightTokens, somewhere, startAsking } from '../asking_platform.ts';
import { prepared } from '../../../../support/started.ts';

const PATH = '/api/me/third_party_accounts';

describe('/me/third_party_accounts', () => {
  const platform = prepared(startAsking);

  before(async () => {
    confirmRightTokens();
  });
  afterEach(() => platform.reset());
  after(async () => {
    await platform.stop();
    await provider.close();
  });

  type Header = Readonly<Record<string, string>>;
  const account = (openid: string, type = 'weixinmob') => ({ type, access_token: `of ${openid}`, openid });
  const bind = (header: Header, fields: object) =>
    platform.api
      .post(PATH)
      .set({ ...somewhere(), ...header })
      .send(fields);
  const list = (header: Header) => platform.api.get(PATH).set(header).expect(200);
  const unbind = (header: Header, type: string) => platform.api.delete(`${PATH}/${type}`).set(header);
  const signIn = (openid: string, type?: string) =>
    platform.api.post('/api/tokens').set(somewhere()).query(account(openid, type));

  it('binds an account, which then signs in, and hides its openid', async () => {
    const { header, user } = await registered(platform);
    expect((await signIn('wx-1').expect(401)).body.error.code).to.equal(11);
    const { body, headers } = await bind(header, { ...account('wx-1'), password: PASSWORD }).expect(201);
    expect(headers['location']).to.equal(`${PATH}/weixinmob`);
    expect(body).to.have.all.keys('type', 'createdTime');
    expect((await list(header)).body).to.deep.equal([body]);
    await platform.api.get(headers['location']!).set(header).expect(200, body);
    await platform.api.get(`${PATH}/qq`).set(header).expect(404);
    expect((await signIn('wx-1').expect(200)).body.user).to.equal(user.nickname);
    const again = await bind(header, { ...account('wx-1'), password: PASSWORD }).expect(201);
    expect(again.body).to.deep.equal(body);
  });

  it('requires the password of a user who has one', async () => {
    const { header } = await registered(platform);
    for (const password of [undefined, 'a wrong password']) {
      const { body } = await bind(header, { ...account('wx-2'), password }).expect(422);
      expect(body.error.details[0].field).to.equal('password');
    }
    expect((await list(header)).body).to.deep.equal([]);
  });

  it('binds only an account that the provider confirms, and asks it each time', async () => {
    const header = await addUserWithoutPassword(platform);
    await bind(header, account('wx-3')).expect(201);
    await signIn('wx-3').expect(200);
    provider.asked.length = 0;
    await bind(header, account('wx-3')).expect(201);
    expect(provider.asked).to.have.length(1);
    const refused: readonly [object, number, number][] = [
      [{ ...account('wx-3'), access_token: 'of another' }, 422, 9],
      [account('wx-3', 'nowhere'), 403, 13],
      [{ ...account('wx-3'), openid: 'x'.repeat(513) }, 422, 9],
      [{ openid: 'wx-3', type: 'weixinmob' }, 422, 9],
      [{ ...account('wx-3'), access_token: 'away' }, 503, 8],
    ];
    for (const [fields, status, code] of refused) {
      const { body } = await bind(header, fields).expect(status);
      expect(body.error.code, JSON.stringify(fields)).to.equal(code);
    }
  });

  it('counts wrong access tokens together with those of logins', async () => {
    const network = somewhere();
    const header = { ...(await addUserWithoutPassword(platform)), ...network };
    const wrong = { ...account('wx-4'), access_token: 'wrong' };
    for (let number = 0; number < 10; number++) {
      await bind(header, wrong).expect(422);
      await platform.api.get('/api/articles').set(network).query(wrong).expect(401);
    }
    expect((await bind(header, account('wx-4')).expect(429)).body.error.code).to.equal(3);
  });

  it('rejects an account of another user without naming that user', async () => {
    const owner = await registered(platform);
    await bind(owner.header, { ...account('wx-5'), password: PASSWORD }).expect(201);
    const { body } = await bind(await addUserWithoutPassword(platform), account('wx-5')).expect(409);
    const message = 'The account is bound to a user already; sign in with it instead.';
    expect(body.error).to.deep.equal({ code: 14, message });
    expect((await signIn('wx-5').expect(200)).body.user).to.equal(owner.user.nickname);
  });

  it('rejects a second account of a provider, and permits one of another', async () => {
    const header = await addUserWithoutPassword(platform);
    await bind(header, account('wx-6')).expect(201);
    expect((await bind(header, account('wx-7')).expect(409)).body.error.code).to.equal(14);
    await bind(header, account('wx-7', 'weixinweb')).expect(201);
    const types = (await list(header)).body.map(({ type }: { type: string }) => type);
    expect(types).to.have.members(['weixinmob', 'weixinweb']);
  });

  it('unbinds at once, and revokes the sessions of the user', async () => {
    const { header, user } = await registered(platform);
    await bind(header, { ...account('wx-8'), password: PASSWORD }).expect(201);
    const { body } = await signIn('wx-8').expect(200);
    await unbind(header, 'qq').expect(404);
    await unbind(header, 'weixinmob').expect(200, { success: true });
    expect((await signIn('wx-8').expect(401)).body.error.code).to.equal(11);
    for (const token of [body.token, header['X-Auth-Token']])
      await platform.api.get('/api/me').set('X-Auth-Token', token).expect(401);
    const login = { username: user.nickname, password: PASSWORD };
    await platform.api.post('/api/user/login').send(login).expect(200);
  });

  it('keeps the only way to sign in of a user without a password', async () => {
    const header = await addUserWithoutPassword(platform);
    await bind(header, account('wx-9')).expect(201);
    expect((await unbind(header, 'weixinmob').expect(409)).body.error.code).to.equal(14);
    await bind(header, account('wx-9', 'weixinweb')).expect(201);
    await unbind(header, 'weixinmob').expect(200);
    const { body } = await signIn('wx-9', 'weixinweb').expect(200);
    await unbind({ 'X-Auth-Token': body.token }, 'weixinweb').expect(409);
  });

  it('does not count an account at a disabled provider as a way to sign in', async () => {
    const header = await addUserWithoutPassword(platform);
    await bind(header, account('wx-10')).expect(201);
    const { body } = await platform.api.get('/api/me').set(header).expect(200);
    await platform.services.bindings.add({ provider: 'closed-down', openid: 'x', userId: body.id });
    await unbind(header, 'weixinmob').expect(409);
    await unbind(header, 'closed-down').expect(200);
  });

  it('rejects the user of an application, who has no password to confirm', async () => {
    const header = await addUserWithoutPassword(platform);
    await platform.services.database
      .table('users')
      .whereRaw('id = (select max(id) from users)')
      .update({ service: true });
    await bind(header, { ...account('wx-11'), password: PASSWORD }).expect(422);
    expect((await list(header)).body).to.deep.equal([]);
  });
});

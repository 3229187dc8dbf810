import { expect } from 'chai';
import { provider, confirmRightTokens, startAsking } from '../../social_login/asking_platform.ts';
import { allow, codeFor, PASSWORD, someMobile, somewhere } from '../accounts.ts';
import { prepared } from '../../../../support/started.ts';

describe('POST /users with an account at a login provider', () => {
  const platform = prepared(startAsking);

  before(async () => {
    confirmRightTokens();
  });
  afterEach(() => platform.reset());
  after(async () => {
    await platform.stop();
    await provider.close();
  });

  const account = (openid: string) => ({ type: 'weixinmob', access_token: `of ${openid}`, openid });
  const send = (fields: object) =>
    platform.api
      .post('/api/users')
      .set(somewhere())
      .send({ agreement: true, ...fields });
  const signIn = (openid: string) => platform.api.post('/api/tokens').set(somewhere()).query(account(openid));
  const users = async () => Number((await platform.services.database.table('users').count().first())!['count']);

  it('registers a user and binds the account, which then signs in', async () => {
    await allow(platform, 'mobile');
    expect((await signIn('new-1').expect(401)).body.error.message).to.include('POST /users');
    const { body, headers } = await send({ ...account('new-1'), nickname: 'latecomer' }).expect(201);
    expect(headers).to.include({ location: `/api/users/${body.id}`, 'cache-control': 'no-store' });
    expect(body).to.include({ verification: 'none' });
    expect(body.user).to.deep.include({ nickname: 'latecomer', roles: ['ROLE_USER'] });
    await platform.api.get('/api/me').set('X-Auth-Token', body.token).expect(200);
    expect((await signIn('new-1').expect(200)).body.user).to.equal('latecomer');
  });

  it('rejects unconfirmed accounts, incomplete requests and closed registration', async () => {
    const before = await users();
    await allow(platform, 'email');
    const refused: readonly [object, number, number, string?][] = [
      [{ ...account('new-2'), access_token: 'of another' }, 422, 9, 'access_token'],
      [{ ...account('new-2'), access_token: undefined }, 422, 9, 'access_token'],
      [{ ...account('new-2'), openid: undefined }, 422, 9, 'openid'],
      [{ ...account('new-2'), agreement: false }, 422, 9, 'agreement'],
      [{ ...account('new-2'), email: 'somebody@example.org' }, 422, 9, 'mobile'],
      [{ ...account('new-2'), nickname: 'student' }, 422, 9, 'nickname'],
      [{ ...account('new-2'), type: 'nowhere' }, 403, 13, 'type'],
      [{ ...account('new-2'), access_token: 'away' }, 503, 8],
      [{ email: 'somebody@example.org' }, 422, 9, 'password'],
    ];
    for (const [fields, status, code, field] of refused) {
      const { body } = await send(fields).expect(status);
      expect([body.error.code, body.error.details?.[0].field], JSON.stringify(fields)).to.deep.equal([code, field]);
    }
    await allow(platform, 'closed');
    expect((await send(account('new-2')).expect(403)).body.error.code).to.equal(40101);
    expect(await users()).to.equal(before);
    await signIn('new-2').expect(401);
  });

  it('rejects a bound account and adds no user', async () => {
    await allow(platform, 'email');
    await platform.services.bindings.add({ provider: 'weixinmob', openid: 'taken', userId: '4' });
    const before = await users();
    const { body } = await send(account('taken')).expect(409);
    const message = 'The account is bound to a user already; sign in with it instead.';
    expect(body.error).to.deep.equal({ code: 14, message });
    expect(await users()).to.equal(before);
  });

  it('permits a password later, by mobile number and code', async () => {
    await allow(platform, 'email');
    const { body } = await send(account('new-4')).expect(201);
    const header = { 'X-Auth-Token': body.token };
    const change = { password: PASSWORD, newPassword: PASSWORD };
    await platform.api.patch('/api/me/password').set(header).send(change).expect(422);
    const mobile = someMobile();
    await platform.api
      .patch('/api/me/mobile')
      .set(header)
      .send(await codeFor(platform, 'sms_bind', mobile))
      .expect(200);
    const reset = { ...(await codeFor(platform, 'sms_forget_password', mobile)), newPassword: PASSWORD };
    await platform.api.post('/api/password_resets').send(reset).expect(200);
    const { body: login } = await platform.api
      .post('/api/user/login')
      .send({ username: mobile, password: PASSWORD })
      .expect(200);
    const unbound = platform.api.delete('/api/me/third_party_accounts/weixinmob');
    await unbound.set('X-Auth-Token', login.token).expect(200);
  });

  it('accepts a password in the registration', async () => {
    await allow(platform, 'email');
    await send({ ...account('new-5'), nickname: 'careful', password: PASSWORD }).expect(201);
    await platform.api.post('/api/user/login').send({ username: 'careful', password: PASSWORD }).expect(200);
  });
});

import { expect } from 'chai';
import type { Response } from 'supertest';
import { allow } from '../../accounts/accounts.ts';
import { TwoServers } from '../../accounts/two_servers.ts';
import { atOnce, tally } from '../../verification/verification_fleet.ts';
import { addUserWithoutPassword, provider, confirmRightTokens, somewhere, startAsking } from '../asking_platform.ts';
import { prepared } from '../../../../support/started.ts';

const FIFTY = 50;
const PATH = '/api/me/third_party_accounts';

describe('Fifty requests for bindings at once to two servers', () => {
  let servers: TwoServers;

  const platform = prepared(() => startAsking({ timeoutMs: 20_000 }));

  before(async () => {
    const { sandbox, timeoutMs, providers } = platform.services.social_loginConfig;
    servers = await TwoServers.start(platform, { social_login: { sandbox, timeoutMs, providers } });
    confirmRightTokens();
  });
  afterEach(() => platform.reset());
  after(async () => {
    await servers.stop();
    await provider.close();
  });

  const account = (openid: string, type = 'weixinmob') => ({ type, access_token: `of ${openid}`, openid });
  const post = (path: string, header: object, fields: object) =>
    servers.api
      .post(path)
      .set({ ...somewhere(), ...header })
      .send(fields);
  const outcomes = (answers: readonly Response[]) =>
    tally(answers.map(({ status, body }) => (status < 300 ? status : `${status}/${body.error.code}`)));
  const count = async (table: string) =>
    Number((await platform.services.database.table(table).count().first())!['count']);

  it('bind an account to one user', async () => {
    const people = await atOnce(FIFTY, () => addUserWithoutPassword(platform));
    const answers = await atOnce(FIFTY, (index) => post(PATH, people[index]!, account('wanted')));
    expect(outcomes(answers)).to.deep.equal({ 201: 1, '409/14': FIFTY - 1 });
  });

  it('bind one account of a provider to a user, also when it is repeated', async () => {
    const header = await addUserWithoutPassword(platform);
    const different = await atOnce(FIFTY, (index) => post(PATH, header, account(`mine-${index}`)));
    expect(outcomes(different)).to.deep.equal({ 201: 1, '409/14': FIFTY - 1 });
    const same = await atOnce(FIFTY, () => post(PATH, header, account('mine', 'weixinweb')));
    expect(outcomes(same)).to.deep.equal({ 201: FIFTY });
  });

  it('leave a user without a password one of two accounts', async () => {
    for (let round = 0; round < 10; round++) {
      const header = await addUserWithoutPassword(platform);
      for (const type of ['weixinmob', 'weixinweb']) await post(PATH, header, account(`r${round}`, type)).expect(201);
      const jwt = (await platform.api.get('/api/auth/getJwt').set(header).expect(200)).body.jwt as string;
      const remove = (type: string) => servers.api.delete(`${PATH}/${type}`).set({ Authorization: `Bearer ${jwt}` });
      const before = await count('user_bindings');
      const answers = await Promise.all(['weixinmob', 'weixinweb'].map(remove));
      // The other request is refused, or arrives after its JWT was revoked.
      const { 200: removed, ...other } = outcomes(answers);
      expect(removed).to.equal(1);
      expect(Object.keys(other)[0]).to.be.oneOf(['409/14', '401/5']);
      expect(await count('user_bindings')).to.equal(before - 1);
    }
  });

  it('register one user per account', async () => {
    await allow(platform, 'email');
    const before = await count('users');
    const answers = await atOnce(FIFTY, () => post('/api/users', {}, { ...account('newcomer'), agreement: true }));
    expect(outcomes(answers)).to.deep.equal({ 201: 1, '409/14': FIFTY - 1 });
    expect(await count('users')).to.equal(before + 1);
  });
});

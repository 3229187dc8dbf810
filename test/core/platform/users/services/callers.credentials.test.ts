import { expect } from 'chai';
import { prepared, started } from '../../../../support/started.ts';
import {
  basic,
  bearer,
  itKeepsSecrets,
  jwtOf,
  outcome,
  secret,
  signedIn,
  somewhere,
  startUsers,
  tokenOf,
  whoIs,
} from '../support.ts';

describe('Several credentials', () => {
  const platform = started(startUsers);
  /** Third-party credentials and Access-Tokens, which come last, are wrong here. */
  const query = { access_token: 'unknown-access-token', openid: 'unknown-openid', type: 'weixinweb' };
  const last = { 'Access-Token': 'unknown' };
  const wrong = {
    basic: basic('user20', 'wrong-password'),
    token: { 'X-Auth-Token': secret('an-unknown-token') },
    bearer: bearer('an.unknown.jwt'),
  };

  const right = prepared(async () => ({
    basic: basic('student'),
    token: await signedIn(platform, 'teacher'),
    bearer: bearer(await jwtOf(platform, 'planner')),
  }));

  const ask = (headers: object, path = '/api/user/info') => platform.api.get(path).set({ ...somewhere(), ...headers });

  it('are checked in the order Basic, X-Auth-Token, Bearer, others', async () => {
    expect(await whoIs(platform, { ...right['token'], ...right['basic'] })).to.equal('student');
    expect(await whoIs(platform, { ...right['bearer'], ...right['token'] })).to.equal('teacher');
    for (const [kind, nickname] of [
      ['basic', 'student'],
      ['token', 'teacher'],
      ['bearer', 'planner'],
    ] as const) {
      const { body } = await ask({ ...right[kind], ...last })
        .query(query)
        .expect(200);
      expect(body.nickname).to.equal(nickname);
    }
  });

  const refusals = [
    ['basic', 'token', '401/4'],
    ['token', 'bearer', '401/5'],
  ] as const;
  for (const [first, second, expected] of refusals) {
    it(`are rejected for a wrong ${first} although the ${second} is right`, async () => {
      for (const path of ['/api/user/info', '/api/user/isLogin', '/api/settings/site', '/api/articles']) {
        expect(outcome(await ask({ ...right[second], ...wrong[first] }, path))).to.equal(expected);
      }
    });
  }

  it('are ignored after the first', async () => {
    expect(outcome(await ask({ ...wrong.token, ...right['basic'] }))).to.equal('200');
    expect(outcome(await ask({ ...wrong.bearer, ...right['token'] }))).to.equal('200');
    expect(outcome(await ask({ ...right['bearer'], ...last }).query(query))).to.equal('200');
  });

  it('are each rejected on open endpoints too when wrong', async () => {
    for (const path of ['/api/user/isLogin', '/api/settings/site']) {
      expect(outcome(await ask(basic('user21', 'wrong-password'), path))).to.equal('401/4');
      expect(outcome(await ask(wrong.token, path))).to.equal('401/5');
      expect(outcome(await ask({ 'X-Auth-Token': '' }, path))).to.equal('401/5');
      expect(outcome(await ask(wrong.bearer, path))).to.equal('401/5');
    }
    const body = { username: 'student', password: secret('Lectern-2026') };
    const request = platform.api.post('/api/user/login').set({ ...somewhere(), ...wrong.token });
    expect(outcome(await request.send(body))).to.equal('401/5');
  });

  it('are each accepted by POST /tokens and open endpoints', async () => {
    for (const [kind, nickname] of [
      ['basic', 'student'],
      ['token', 'teacher'],
      ['bearer', 'planner'],
    ] as const) {
      const { body } = await platform.api
        .post('/api/tokens')
        .set({ ...somewhere(), ...right[kind] })
        .expect(200);
      expect(body.user).to.equal(nickname);
      expect(await whoIs(platform, { 'X-Auth-Token': secret(body.token as string) })).to.equal(nickname);
      expect((await ask(right[kind], '/api/user/isLogin').expect(200)).body).to.deep.equal({ isLogin: true });
    }
  });

  it('include tokens of POST /user/login, which are like those of POST /tokens', async () => {
    const token = await tokenOf(platform, '张三');
    expect(Buffer.from(token, 'base64url')).to.have.length(32);
    expect(await whoIs(platform, { 'X-Auth-Token': token })).to.equal('张三');
    expect(outcome(await ask(bearer(token)))).to.equal('401/5');
  });

  it('identify no caller when none is sent', async () => {
    expect((await ask({}, '/api/user/isLogin').expect(200)).body).to.deep.equal({ isLogin: false });
  });

  itKeepsSecrets(() => platform.logs);
});

import { expect } from 'chai';
import {
  basic,
  bearer,
  itKeepsSecrets,
  jwtOf,
  outcome,
  PASSWORD,
  secret,
  signedIn,
  somewhere,
  startTwins,
  tokenOf,
  whoIs,
  type Replica,
} from '../support.ts';
import { started } from '../../../../support/started.ts';

const NEW = secret('another-password');

/** Headers of one user with each kind of credential. */
type Headers = Readonly<Record<'token' | 'basic' | 'jwt', Record<string, string>>>;

describe('The next request at another replica', () => {
  const twins = started(startTwins);
  let last = 8;

  /** A user that no other test has. */
  const next = () => ({ id: String(++last), name: `user${last}` });

  /** Credentials that both replicas have accepted. */
  async function seen(name: string): Promise<Headers> {
    const { a, b } = twins;
    const headers = {
      token: await signedIn(a, name),
      basic: basic(name),
      jwt: bearer(await jwtOf(b, name)),
    };
    for (const one of Object.values(headers)) {
      for (const replica of [a, b]) expect(await whoIs(replica, one)).to.equal(name);
    }
    return headers;
  }

  async function outcomes({ api }: Replica, headers: Headers, path = '/api/user/info') {
    const ask = async (one: object) => outcome(await api.get(path).set({ ...somewhere(), ...one }));
    return { token: await ask(headers.token), basic: await ask(headers.basic), jwt: await ask(headers.jwt) };
  }

  const manage = async ({ api }: Replica, id: string, change: object) =>
    api
      .patch(`/api/users/${id}`)
      .set(await signedIn(twins.a, 'admin'))
      .send(change)
      .expect(200);
  /** Gives the user of these headers another password. */
  const changePassword = ({ api }: Replica, headers: object, [password, newPassword]: readonly [string, string]) =>
    api
      .patch('/api/me/password')
      .set({ ...somewhere(), ...headers })
      .send({ password, newPassword })
      .expect(200);

  it('sees a lock', async () => {
    const { id, name } = next();
    const headers = await seen(name);
    await manage(twins.a, id, { locked: true });
    expect(await outcomes(twins.b, headers)).to.deep.equal({ token: '401/5', basic: '401/6', jwt: '401/5' });
    expect(await outcomes(twins.b, headers, '/api/user/isLogin')).to.deep.equal({
      token: '401/5',
      basic: '401/6',
      jwt: '401/5',
    });
  });

  it('sees an unlock, which restores no token and no JWT', async () => {
    const { id, name } = next();
    const headers = await seen(name);
    await manage(twins.a, id, { locked: true });
    expect((await outcomes(twins.b, headers)).basic).to.equal('401/6');
    await manage(twins.a, id, { locked: false });
    expect(await outcomes(twins.b, headers)).to.deep.equal({ token: '401/5', basic: '200', jwt: '401/5' });
    expect(await outcomes(twins.a, headers)).to.deep.equal({ token: '401/5', basic: '200', jwt: '401/5' });
  });

  it('sees a new password, which revokes all tokens', async () => {
    const { name } = next();
    const headers = await seen(name);
    const other = await signedIn(twins.b, name);
    await changePassword(twins.a, headers.token, [PASSWORD, NEW]);
    expect(await outcomes(twins.b, headers)).to.deep.equal({ token: '401/5', basic: '401/4', jwt: '401/5' });
    expect(await outcomes(twins.a, { ...headers, token: other })).to.deep.equal({
      token: '401/5',
      basic: '401/4',
      jwt: '401/5',
    });
    expect(await whoIs(twins.b, basic(name, NEW))).to.equal(name);
  });

  it('sees a password that was changed and restored, with which only Basic works', async () => {
    const { name } = next();
    const headers = await seen(name);
    await changePassword(twins.a, headers.token, [PASSWORD, NEW]);
    await changePassword(twins.a, basic(name, NEW), [NEW, PASSWORD]);
    expect(await outcomes(twins.b, headers)).to.deep.equal({ token: '401/5', basic: '200', jwt: '401/5' });
  });

  it('sees other roles', async () => {
    const { id, name } = next();
    const headers = await seen(name);
    const may = async () => outcomes(twins.b, headers, '/api/user/list');
    expect(await may()).to.deep.equal({ token: '403/13', basic: '403/13', jwt: '403/13' });
    await manage(twins.a, id, { roles: ['ROLE_USER', 'ROLE_PROJECT_PLANNER'] });
    expect(await may()).to.deep.equal({ token: '200', basic: '200', jwt: '200' });
    const { body } = await twins.b.api.get('/api/user/info').set(headers.token).expect(200);
    expect(body.roles).to.deep.equal(['ROLE_USER', 'ROLE_PROJECT_PLANNER']);
    await manage(twins.a, id, { roles: ['ROLE_USER'] });
    expect(await may()).to.deep.equal({ token: '403/13', basic: '403/13', jwt: '403/13' });
  });

  it('sees the end of one token or JWT by signing out', async () => {
    const { name } = next();
    const headers = await seen(name);
    const other = { ...headers, token: await signedIn(twins.b, name), jwt: bearer(await jwtOf(twins.a, name)) };
    for (const ended of [headers.token, headers.jwt]) {
      const { body } = await twins.a.api.delete('/api/tokens/whichever').set(ended).expect(200);
      expect(body).to.deep.equal({ success: true });
    }
    expect(await outcomes(twins.b, headers)).to.deep.equal({ token: '401/5', basic: '200', jwt: '401/5' });
    expect(await outcomes(twins.b, other)).to.deep.equal({ token: '200', basic: '200', jwt: '200' });
  });

  it('accepts a token that only the path of another logout named', async () => {
    const { name } = next();
    const [mine, others] = [await tokenOf(twins.a, name), await tokenOf(twins.a, 'student')];
    await twins.a.api.delete(`/api/tokens/${others}`).set('X-Auth-Token', mine).expect(200);
    expect(await whoIs(twins.b, { 'X-Auth-Token': others })).to.equal('student');
    await twins.a.api.delete('/api/tokens/current').set(basic(name)).expect(200);
    expect(await whoIs(twins.b, basic(name))).to.equal(name);
  });

  it('sees a cancelled account', async () => {
    const { id, name } = next();
    const headers = await seen(name);
    await twins.a.kernel.services.database.table('users').where({ id }).update({ destroyed: true });
    expect(await outcomes(twins.b, headers)).to.deep.equal({ token: '401/5', basic: '401/4', jwt: '401/5' });
  });

  it('sees that a password was changed while a token was issued for it', async () => {
    const { tokens, jwts } = twins.a.kernel.services;
    const { issue, sign } = { issue: tokens.issue.bind(tokens), sign: jwts.sign.bind(jwts) };
    const { api } = twins.a;
    for (const ask of [
      (name: string) => api.post('/api/user/login').set(somewhere()).send({ username: name, password: PASSWORD }),
      (name: string) => api.post('/api/tokens').set({ ...somewhere(), ...basic(name) }),
      (name: string) => api.get('/api/auth/getJwt').set({ ...somewhere(), ...basic(name) }),
    ]) {
      const { name } = next();
      const change = () => changePassword(twins.b, basic(name), [PASSWORD, NEW]);
      tokens.issue = async (...args) => change().then(() => issue(...args));
      jwts.sign = async (...args) => change().then(() => sign(...args));
      const answer = await ask(name);
      Object.assign(tokens, { issue });
      Object.assign(jwts, { sign });
      expect(outcome(answer)).to.equal('401/4');
      expect(answer.headers).to.have.property('www-authenticate');
    }
  });

  it('sees an older version of the credentials, for which no token is issued', async () => {
    const { id, name } = next();
    const { users, tokens } = twins.a.kernel.services;
    expect((await users.get(id)).nickname).to.equal(name);
    const old = await twins.a.kernel.services.callers.owner(id);
    await changePassword(twins.b, basic(name), [PASSWORD, NEW]);
    const failed = await tokens.issue(id, old!.credentialsVersion).catch((error: unknown) => error as Error);
    expect((failed as Error).message).to.equal('The user name or password is wrong.');
    secret(await tokens.issue(id, old!.credentialsVersion + 1));
  });

  itKeepsSecrets(() => twins.logs);
});

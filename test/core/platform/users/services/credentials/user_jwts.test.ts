import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import jsonwebtoken from 'jsonwebtoken';
import { started } from '../../../../../support/started.ts';
import {
  bearer,
  itKeepsSecrets,
  JWT_KEY,
  jwtOf,
  later,
  outcome,
  PASSWORD,
  secret,
  signedIn,
  somewhere,
  startUsers,
  tokenOf,
  whoIs,
} from '../../support.ts';

const HOUR_SECONDS = 3600;
const STUDENT = '4';

interface Change {
  readonly claims?: object;
  readonly header?: object;
  readonly key?: jsonwebtoken.Secret;
}

/** A JWT like those of the platform, except for the changes. An undefined claim is left out. */
function forged({ claims = {}, header = {}, key = JWT_KEY }: Change): string {
  const iat = Math.floor(Date.now() / 1000);
  const own = { iss: 'lectern', sub: STUDENT, aud: 'lectern', iat, exp: iat + HOUR_SECONDS, jti: '1.forged' };
  const all = Object.entries<unknown>({ ...own, ...claims }).filter(([, value]) => value !== undefined);
  const parts = { alg: 'HS256', typ: 'at+jwt', ...header } as jsonwebtoken.JwtHeader;
  const options = { algorithm: parts.alg as jsonwebtoken.Algorithm, header: parts };
  return secret(jsonwebtoken.sign(Object.fromEntries(all), key, options));
}

describe('JSON Web Tokens', () => {
  const platform = started(startUsers);

  const ask = (jwt: string, path = '/api/user/info') => platform.api.get(path).set({ ...somewhere(), ...bearer(jwt) });
  const payloadOf = (jwt: string) => jsonwebtoken.decode(jwt, { complete: true })!;

  it('have issuer, user, audience, times and an id, signed with HS256', async () => {
    const before = Math.floor(Date.now() / 1000);
    const jwt = await jwtOf(platform, 'student');
    const { header, payload } = payloadOf(jwt);
    expect(header).to.deep.equal({ alg: 'HS256', typ: 'at+jwt' });
    expect(payload).to.have.all.keys('iss', 'sub', 'aud', 'iat', 'exp', 'jti');
    const { iat, exp, jti, ...rest } = payload as jsonwebtoken.JwtPayload;
    expect(rest).to.deep.equal({ iss: 'lectern', sub: STUDENT, aud: 'lectern' });
    expect(iat).to.be.within(before, Math.floor(Date.now() / 1000));
    expect(exp! - iat!).to.equal(HOUR_SECONDS);
    expect(jti).to.match(/^1\.[\w-]{22}$/);
    expect(jsonwebtoken.verify(jwt, JWT_KEY)).to.be.an('object');
    expect(payloadOf(await jwtOf(platform, 'student')).payload)
      .to.have.property('jti')
      .that.is.not.equal(jti);
  });

  it('sign in on open and closed endpoints, in a scheme of any case', async () => {
    const jwt = await jwtOf(platform, '张三');
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect(await whoIs(platform, { Authorization: `${scheme} ${jwt}` })).to.equal('张三');
    }
    expect((await ask(jwt, '/api/user/isLogin').expect(200)).body).to.deep.equal({ isLogin: true });
    expect(await whoIs(platform, bearer(forged({})))).to.equal('student');
  });

  it('have the requested audience, and sign in only when it is this API', async () => {
    for (const audience of ['a', 'shop.example:8080/path_a-b', 'x'.repeat(255)]) {
      const jwt = await jwtOf(platform, 'student', audience);
      expect(payloadOf(jwt).payload).to.include({ aud: audience });
      expect(outcome(await ask(jwt))).to.equal('401/5');
    }
    expect(outcome(await ask(await jwtOf(platform, 'student', 'lectern')))).to.equal('200');
  });

  it('reject an audience that is not a word of 1 to 255 characters: 422, code 9', async () => {
    const headers = await signedIn(platform, 'student');
    for (const audience of ['a b', 'a\tb', 'a,b', 'é', '学', 'a"', 'a\n', '<a>', 'a?b', 'x'.repeat(256)]) {
      const byQuery = await platform.api.get('/api/auth/getJwt').set(headers).query({ audience });
      const byBody = await platform.api.post('/api/auth/getJwt').set(headers).send({ audience });
      expect([outcome(byQuery), outcome(byBody)], audience).to.deep.equal(['422/9', '422/9']);
    }
  });

  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const now = () => Math.floor(Date.now() / 1000);
  const refused: Readonly<Record<string, () => string>> = {
    'no signature (alg none)': () => forged({ header: { alg: 'none' }, key: '' }),
    'no signature but that of another': () =>
      `${forged({ header: { alg: 'none' }, key: '' })}${forged({}).split('.')[2]}`,
    'HS384 with the right key': () => forged({ header: { alg: 'HS384' } }),
    'HS512 with the right key': () => forged({ header: { alg: 'HS512' } }),
    RS256: () => forged({ header: { alg: 'RS256' }, key: privateKey }),
    'a public key as the key': () => forged({ key: publicKey.export({ type: 'spki', format: 'pem' }) }),
    'another key': () => forged({ key: `${JWT_KEY}.` }),
    'another issuer': () => forged({ claims: { iss: 'another' } }),
    'no issuer': () => forged({ claims: { iss: undefined } }),
    'another audience': () => forged({ claims: { aud: 'another' } }),
    'no audience': () => forged({ claims: { aud: undefined } }),
    'several audiences': () => forged({ claims: { aud: ['lectern', 'another'] } }),
    'a list of this audience': () => forged({ claims: { aud: ['lectern'] } }),
    'an end in the past': () => forged({ claims: { exp: now() - 1 } }),
    'no end': () => forged({ claims: { exp: undefined } }),
    'a beginning in the future': () => forged({ claims: { nbf: now() + 60 } }),
    'no user': () => forged({ claims: { sub: undefined } }),
    'a user that is not there': () => forged({ claims: { sub: '4000' } }),
    'a user that is no id': () => forged({ claims: { sub: 'student' } }),
    'a user that is an SQL statement': () => forged({ claims: { sub: '4 or 1=1' } }),
    'a user beyond all ids': () => forged({ claims: { sub: '9223372036854775808' } }),
    'a service as its user': () => forged({ claims: { sub: '0' } }),
    'no id of its own': () => forged({ claims: { jti: undefined } }),
    'an id without a version': () => forged({ claims: { jti: 'forged' } }),
    'a version that is none': () => forged({ claims: { jti: '1e0.forged' } }),
    'an older version': () => forged({ claims: { jti: '0.forged' } }),
    'a later version': () => forged({ claims: { jti: '2.forged' } }),
    'the type of other JWTs': () => forged({ header: { typ: 'JWT' } }),
    'no type': () => forged({ header: { typ: undefined } }),
    'more than 4,096 characters': () => forged({ claims: { jti: `1.${'x'.repeat(4_000)}` } }),
    'text for claims': () => secret(jsonwebtoken.sign('text', JWT_KEY, { header: { alg: 'HS256', typ: 'at+jwt' } })),
    'two parts only': () => forged({}).split('.').slice(0, 2).join('.'),
    'a changed claim': () => forged({}).replace(/\.[^.]*\./, `.${forged({ claims: { sub: '1' } }).split('.')[1]!}.`),
    'nothing in it': () => '',
    'no dots': () => 'unknown',
    'dots only': () => '..',
  };
  it('are rejected alike when they are invalid, on open endpoints too: 401, code 5', async () => {
    for (const [what, make] of Object.entries(refused)) {
      const jwt = make();
      for (const path of ['/api/user/info', '/api/user/isLogin']) {
        const answer = await ask(jwt, path);
        expect(outcome(answer), `${what} at ${path}`).to.equal('401/5');
        expect(answer.body.error.message, what).to.equal('The token is unknown or has expired; sign in again.');
        expect(answer.headers['www-authenticate'], what).to.include('Bearer realm="lectern"');
      }
    }
  });

  it('expire after an hour', async () => {
    const jwt = await jwtOf(platform, 'student');
    await later(platform.kernel, HOUR_SECONDS - 5, async () => expect(outcome(await ask(jwt))).to.equal('200'));
    await later(platform.kernel, HOUR_SECONDS + 1, async () => expect(outcome(await ask(jwt))).to.equal('401/5'));
  });

  it('are revoked one by one by signing out', async () => {
    const [first, second, token] = [
      await jwtOf(platform, 'teacher'),
      await jwtOf(platform, 'teacher'),
      await tokenOf(platform, 'teacher'),
    ];
    const signOut = () => platform.api.delete('/api/tokens/current').set(bearer(first));
    expect((await signOut().expect(200)).body).to.deep.equal({ success: true });
    expect(outcome(await ask(first))).to.equal('401/5');
    expect(outcome(await signOut())).to.equal('401/5');
    expect(outcome(await ask(second))).to.equal('200');
    expect(await whoIs(platform, { 'X-Auth-Token': token })).to.equal('teacher');
  });

  it('are revoked by a change of the password', async () => {
    const jwt = await jwtOf(platform, 'user30');
    const change = { password: PASSWORD, newPassword: secret('another-password') };
    await platform.api.patch('/api/me/password').set(bearer(jwt)).send(change).expect(200);
    expect(outcome(await ask(jwt))).to.equal('401/5');
    const back = { password: change.newPassword, newPassword: PASSWORD };
    const headers = await signedIn(platform, 'user30', change.newPassword);
    await platform.api.patch('/api/me/password').set(headers).send(back).expect(200);
    expect(outcome(await ask(jwt))).to.equal('401/5');
  });

  it('of a locked user are rejected: 401, code 6', async () => {
    expect(outcome(await ask(forged({ claims: { sub: '6' } })))).to.equal('401/6');
  });

  itKeepsSecrets(() => platform.logs);
});

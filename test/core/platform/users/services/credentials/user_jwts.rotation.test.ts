import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import jsonwebtoken from 'jsonwebtoken';
import { until } from '../../../../../faults/support/until.ts';
import { Installation } from '../../../../../support/installation.ts';
import { projectRoot } from '../../../../../support/platform.ts';
import { bearer, PASSWORD, secret } from '../../support.ts';

type Api = Awaited<ReturnType<Installation['serve']>>['api'];

/** A file is looked at each second. */
const patient = { timeout: 60_000 };
const [former, next] = ['former', 'next'].map((name) =>
  secret(`the ${name} key of a replica that only tests know`),
) as [string, string];

describe('The keys of JWTs in files', function () {
  this.timeout(120_000);
  let place: Installation;
  let api: Api;
  beforeEach(async () => {
    place = new Installation();
    place.link(join(projectRoot, 'core'), 'core');
    write('key', former);
    write('accepted', next);
    const files = { JWT_SECRET_FILE: join(place.root, 'key'), JWT_ACCEPTED_SECRETS_FILE: join(place.root, 'accepted') };
    const env = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info', DATA_DIR: 'memory', ...files };
    ({ api } = await place.serve({ env, config: { demo: true } }));
  });
  afterEach(() => place.clear());

  function write(file: string, text: string): void {
    writeFileSync(join(place.root, file), `${text}\n`, { mode: 0o600 });
  }

  async function newJwt(): Promise<string> {
    const { body } = await api.get('/api/auth/getJwt').auth('student', PASSWORD).expect(200);
    return secret((body as { jwt: string }).jwt);
  }
  const isSignedBy = (jwt: string, key: string) => {
    try {
      jsonwebtoken.verify(jwt, key);
      return true;
    } catch {
      return false;
    }
  };
  const statusOf = async (jwt: string) => (await api.get('/api/user/info').set(bearer(jwt))).status;

  it('are replaced without a restart, and JWTs of the former key are valid until they end', async () => {
    const early = await newJwt();
    expect(isSignedBy(early, former)).to.equal(true);
    // Of a replica that has the next key already.
    const claims = jsonwebtoken.decode(early) as object;
    const ahead = secret(jsonwebtoken.sign(claims, next, { header: { alg: 'HS256', typ: 'at+jwt' } }));
    expect(await statusOf(ahead)).to.equal(200);
    write('key', next);
    write('accepted', former);
    await until(async () => expect(isSignedBy(await newJwt(), next)).to.equal(true), patient);
    await until(async () => expect(await statusOf(early)).to.equal(200), patient);
    write('accepted', next);
    await until(async () => expect(await statusOf(early)).to.equal(401), patient);
    expect(await statusOf(ahead)).to.equal(200);
  });

  it('stay while a file has a key that can be guessed', async () => {
    write('key', 'short');
    await until(() => expect(place.logs.join('')).to.include('The new keys of the JWTs can be guessed'), patient);
    expect(isSignedBy(await newJwt(), former)).to.equal(true);
  });
});

import { expect } from 'chai';
import type { Failure } from 'lectern';
import { construct } from 'lectern/testing';
import { PayPasswords } from '../../../../../../core/platform/users/services/credentials/pay_passwords.ts';
import { started } from '../../../../../support/started.ts';
import { xxteaEncrypt } from '../../../../../support/xxtea.ts';
import { substitute } from '../../../../infrastructure/jobs/fleet.ts';
import {
  atOnce,
  base64,
  basic,
  itKeepsSecrets,
  login,
  outcome,
  PASSWORD,
  secret,
  signedIn,
  somewhere,
  startUsers,
} from '../../support.ts';

const WRONG = secret('a-wrong-password');
const encrypted = (text: string, key = 'EduSoho') => secret(base64(xxteaEncrypt(Buffer.from(text), key)));

describe('Payment passwords', () => {
  const platform = started(startUsers);

  /** The caller is a name with the right password, or the header of a token. */
  const set = (who: string | object, payPassword: string, password = PASSWORD) =>
    platform.api
      .patch('/api/me/pay_password')
      .set({ ...somewhere(), ...(typeof who === 'string' ? basic(who) : who) })
      .send({ password, payPassword: secret(payPassword) });
  const isRight = (userId: string, payPassword: string) =>
    platform.kernel.services.payPasswords.isRight(userId, payPassword);
  const failureOf = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: unknown) => error as Failure,
    );

  it('are set and changed encrypted, and the user object shows that one is set', async () => {
    expect((await login(platform, 'newcomer').expect(200)).body.user.havePayPassword).to.equal(false);
    expect((await set('newcomer', 'hiswBkbHdujHJGAK').expect(200)).body).to.deep.equal({ success: true });
    expect((await login(platform, 'newcomer').expect(200)).body.user.havePayPassword).to.equal(true);
    expect(await isRight('5', 'hiswBkbHdujHJGAK')).to.equal(true);
    await set('newcomer', 'mzTzM9od0N1pbZ8n832Bbw==').expect(200);
    expect(await isRight('5', 'mzTzM9od0N1pbZ8n832Bbw==')).to.equal(true);
    expect(await isRight('5', 'hiswBkbHdujHJGAK')).to.equal(false);
  });

  it('are stored as a slow hash only', async () => {
    const row = await platform.kernel.services.database.table('users').where('id', 4).first();
    expect(row!['pay_password_hash']).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(row!['password_hash']).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  const refused: Readonly<Record<string, string>> = {
    'plain text': '123456',
    'plain text that is base64': 'abcdefgh',
    'text in base64': base64('123456'),
    'another key': encrypted('123456', 'another'),
    'five characters': encrypted('12345'),
    'sixty-five characters': encrypted('x'.repeat(65)),
    'no UTF-8': base64(xxteaEncrypt(Buffer.from([0xff, 0xfe, 0xfd, 0xfc, 0xfb, 0xfa]), 'EduSoho')),
    'the alphabet of URLs': encrypted('000000').replace('/', '_'),
    'base64 cut off': 'hiswBkbHdujHJGA',
    'a space': 'hiswBkbH dujHJGAK',
  };
  // If this counted as a try, the sixth would be rejected: no right password resets the count.
  it('are rejected when invalid, without a try at the login password: 422, code 9', async () => {
    const token = await signedIn(platform, 'user20');
    for (const [what, payPassword] of Object.entries(refused)) {
      const answer = await set(token, payPassword, WRONG);
      expect(outcome(answer), what).to.equal('422/9');
      const fields = answer.body.error.details.map(({ field }: { field: string }) => field);
      expect(fields, what).to.deep.equal(['payPassword']);
      expect(await platform.kernel.services.payPasswords.isSet('20'), what).to.equal(false);
    }
  });

  it('have 6 to 64 characters', async () => {
    for (const text of ['123456', 'x'.repeat(64), '学'.repeat(6)]) {
      await set('user21', encrypted(text)).expect(200);
      expect(await isRight('21', encrypted(text))).to.equal(true);
    }
  });

  it('require the login password, and a wrong one counts: 422, code 9', async () => {
    const answer = await set('user22', encrypted('123456'), WRONG);
    expect(outcome(answer)).to.equal('422/9');
    expect(answer.body.error.details).to.deep.equal([{ field: 'password', message: 'must be your current password' }]);
    const headers = await signedIn(platform, 'user23');
    for (let time = 1; time <= 5; time++) {
      expect(outcome(await set(headers, encrypted('123456'), WRONG))).to.equal('422/9');
    }
    const locked = await set(headers, encrypted('123456'));
    expect(outcome(locked)).to.equal('429/3');
    expect(locked.headers['ratelimit-policy']).to.equal('"login";q=5;w=1200');
    await login(platform, 'user23').expect(200);
    expect(await platform.kernel.services.payPasswords.isSet('23')).to.equal(false);
  });

  it('lock payment for half an hour after five wrong ones in a row', async () => {
    await set('user24', encrypted('123456')).expect(200);
    const wrong = [encrypted('654321'), '123456', '', 'no base64!', encrypted('123456', 'another')];
    for (const one of wrong) expect(await isRight('24', one)).to.equal(false);
    for (const one of [encrypted('123456'), encrypted('654321')]) {
      const failure = await failureOf(isRight('24', one));
      expect([failure?.kind.status, failure?.kind.code]).to.deep.equal([429, 3]);
      expect(Number(failure?.headers?.['Retry-After'])).to.be.within(1_700, 1_800);
      expect(failure?.headers?.['RateLimit-Policy']).to.equal('"pay-password";q=5;w=1800');
    }
    expect(await isRight('4', 'hiswBkbHdujHJGAK')).to.equal(true);
    await login(platform, 'user24').expect(200);
  });

  it('that were never set are always wrong, and lock as well', async () => {
    for (let time = 1; time <= 5; time++) expect(await isRight('26', encrypted('123456'))).to.equal(false);
    expect((await failureOf(isRight('26', encrypted('123456'))))?.kind.status).to.equal(429);
  });

  it('are checked five times when fifty wrong ones come at once', async () => {
    await set('user27', encrypted('123456')).expect(200);
    const outcomes = await atOnce(50, (index) =>
      isRight('27', encrypted(`wrong-${index}`)).catch((error: unknown) => (error as Failure).kind.status),
    );
    expect(outcomes.filter((one) => one === false)).to.have.length(5);
    expect(outcomes.filter((one) => one === 429)).to.have.length(45);
  });

  it('are all accepted when eight right ones come at once, also after four wrong ones', async () => {
    await set('user28', encrypted('123456')).expect(200);
    for (let time = 1; time <= 4; time++) expect(await isRight('28', encrypted('654321'))).to.equal(false);
    const outcomes = await atOnce(8, () => isRight('28', encrypted('123456')));
    expect(outcomes).to.deep.equal(Array.from({ length: 8 }, () => true));
  });

  it('are encrypted with the key of the configuration', async () => {
    const { database, limits, passwords, payPasswords, usersConfig } = platform.kernel.services;
    const config = { ...usersConfig, payPasswordKey: 'a key of our own' };
    const end = substitute(payPasswords, construct(PayPasswords, { database, limits, passwords, usersConfig: config }));
    try {
      const ours = encrypted('654321', 'a key of our own');
      await set('student', ours).expect(200);
      expect(await isRight('4', ours)).to.equal(true);
      expect(outcome(await set('student', encrypted('654321')))).to.equal('422/9');
    } finally {
      end();
    }
  });

  itKeepsSecrets(() => platform.logs);
});

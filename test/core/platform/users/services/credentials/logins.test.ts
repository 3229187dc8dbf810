import { expect } from 'chai';
import { construct } from 'lectern/testing';
import { Logins } from '../../../../../../core/platform/users/services/credentials/logins.ts';
import { started } from '../../../../../support/started.ts';
import { substitute } from '../../../../infrastructure/jobs/fleet.ts';
import {
  basic,
  itKeepsSecrets,
  outcome,
  PASSWORD,
  secret,
  skipSlowHash,
  somewhere,
  startUsers,
  type HeaderFields,
} from '../../support.ts';

const WRONG = secret('a-wrong-password');
const MINUTES_20 = 1200;

describe('Wrong passwords', () => {
  const platform = started(startUsers);
  skipSlowHash(() => platform);

  const login = (username: string, password: string, from: HeaderFields = somewhere()) =>
    platform.api.post('/api/user/login').set(from).send({ username, password });
  const byBasic = (name: string, password: string, from: HeaderFields = somewhere()) =>
    platform.api.get('/api/user/info').set({ ...from, ...basic(name, password) });

  async function fail(username: string, times: number): Promise<void> {
    for (let time = 1; time <= times; time++) expect(outcome(await login(username, WRONG))).to.equal('401/4');
  }

  it('lock a name for twenty minutes after five in a row: 429, code 3', async () => {
    await fail('user31@example.com', 2);
    expect(outcome(await byBasic('user31@example.com', WRONG))).to.equal('401/4');
    expect(outcome(await login('USER31@example.com', WRONG))).to.equal('401/4');
    expect(outcome(await byBasic('User31@Example.com', WRONG))).to.equal('401/4');
    for (const name of ['user31@example.com', 'USER31@example.com']) {
      for (const answer of [await login(name, PASSWORD), await byBasic(name, PASSWORD), await login(name, WRONG)]) {
        expect(outcome(answer)).to.equal('429/3');
        const seconds = Number(answer.headers['retry-after']);
        expect(seconds).to.be.within(MINUTES_20 - 100, MINUTES_20);
        expect(answer.headers['ratelimit']).to.equal(`"login";r=0;t=${seconds}`);
        const minutes = Math.ceil(seconds / 60);
        expect(answer.body.error.message).to.equal(`Too many requests; try again in ${minutes} minutes.`);
        expect(answer.headers['ratelimit-policy']).to.equal('"login";q=5;w=1200');
      }
    }
  });

  it('reveal nothing about other names of the same person', async () => {
    const [locked, ...others] = ['user45', 'user45@example.com', '13800000045'] as const;
    await fail(locked, 5);
    for (const ask of [login, byBasic]) {
      expect(outcome(await ask(locked, PASSWORD))).to.equal('429/3');
      for (const name of [...others, 'nobody45@example.com', '13900000045']) {
        expect(outcome(await ask(name, WRONG)), name).to.equal('401/4');
      }
      for (const name of others) expect(outcome(await ask(name, PASSWORD)), name).to.equal('200');
    }
    // The right password with another name does not end the lock, which would reveal as much.
    expect(outcome(await login(locked, PASSWORD))).to.equal('429/3');
  });

  it('lock one name only, until the time is over', async () => {
    await fail('user32', 5);
    expect(outcome(await login('user33', PASSWORD))).to.equal('200');
    expect(outcome(await login('user32', PASSWORD))).to.equal('429/3');
    // The windows follow the clock of the machine, which no test can move.
    await platform.kernel.services.database.table('limit_counters').update({ expire: Date.now() - 1 });
    expect(outcome(await login('user32', PASSWORD))).to.equal('200');
  });

  it('are forgotten after a right one', async () => {
    for (let round = 1; round <= 2; round++) {
      await fail('user34', 4);
      expect(outcome(await login('user34', PASSWORD))).to.equal('200');
    }
    await fail('user34', 5);
    expect(outcome(await login('user34', WRONG))).to.equal('429/3');
  });

  it('count as confirmations of the user, too: 422, code 9, then 429', async () => {
    const token = (await login('user35', PASSWORD)).body.token as string;
    const change = (password: string) =>
      platform.api
        .patch('/api/me/password')
        .set({ 'X-Auth-Token': secret(token), ...somewhere() })
        .send({ password, newPassword: PASSWORD });
    for (let time = 1; time <= 5; time++) {
      const answer = await change(WRONG);
      expect(outcome(answer)).to.equal('422/9');
      expect(answer.body.error.details[0].field).to.equal('password');
    }
    expect(outcome(await change(PASSWORD))).to.equal('429/3');
    expect(outcome(await login('user35', PASSWORD))).to.equal('200');
  });

  it('lock out a user who was signed in just before', async () => {
    expect(outcome(await byBasic('user36', PASSWORD))).to.equal('200');
    await fail('user36', 5);
    expect(outcome(await byBasic('user36', PASSWORD))).to.equal('429/3');
  });

  it('do not revoke a token', async () => {
    const token = secret((await login('user37', PASSWORD)).body.token as string);
    await fail('user37', 5);
    expect(outcome(await platform.api.get('/api/user/info').set('X-Auth-Token', token))).to.equal('200');
  });

  it('block an address after twenty: 429, code 3', async () => {
    const there = somewhere();
    expect(outcome(await byBasic('user40', PASSWORD, there))).to.equal('200');
    for (let number = 1; number <= 20; number++) {
      expect(outcome(await login(`nobody${number}`, WRONG, there))).to.equal('401/4');
    }
    for (const answer of [
      await login('user38', PASSWORD, there),
      await byBasic('user39', PASSWORD, there),
      await byBasic('user40', PASSWORD, there),
      await login('nobody', WRONG, there),
    ]) {
      expect(outcome(answer)).to.equal('429/3');
      expect(Number(answer.headers['retry-after'])).to.be.within(MINUTES_20 - 100, MINUTES_20);
      expect(answer.headers['ratelimit-policy']).to.equal('"login-address";q=20;w=1200');
    }
    expect(outcome(await login('user38', PASSWORD))).to.equal('200');
  });

  it('from a blocked address lock no name', async () => {
    const there = somewhere();
    for (let number = 1; number <= 20; number++) await login(`someone${number}`, WRONG, there);
    for (let time = 1; time <= 6; time++) expect(outcome(await login('user44', WRONG, there))).to.equal('429/3');
    expect(outcome(await login('user44', PASSWORD))).to.equal('200');
  });

  it('from one IPv6 network count as those of one address', async () => {
    const from = (host: string) => ({ 'X-Forwarded-For': `2001:db8:5:6::${host}` });
    for (let number = 1; number <= 20; number++) {
      expect(outcome(await login(`no-body${number}`, WRONG, from(String(number))))).to.equal('401/4');
    }
    expect(outcome(await login('user43', PASSWORD, from('ffff')))).to.equal('429/3');
    expect(outcome(await login('user43', PASSWORD, { 'X-Forwarded-For': '2001:db8:5:7::1' }))).to.equal('200');
  });

  it('from one address are not forgotten after a right one', async () => {
    const there = somewhere();
    for (let number = 1; number <= 20; number++) {
      expect(outcome(await login(`no-one${number}`, WRONG, there))).to.equal('401/4');
      if (number < 20) expect(outcome(await login('user41', PASSWORD, there))).to.equal('200');
    }
    expect(outcome(await login('user41', PASSWORD, there))).to.equal('429/3');
  });

  it('reject a right one that was being checked when the twentieth failed', async () => {
    const there = somewhere();
    const { passwords } = platform.kernel.services;
    const slow = secret('a-password-that-takes-its-time');
    const isRight = passwords.isRight.bind(passwords);
    let letGo = () => {};
    const reached = new Promise<void>((atWork) => {
      passwords.isRight = async (password, known) => {
        if (password !== slow) return isRight(password, known);
        atWork();
        await new Promise<void>((resolve) => (letGo = resolve));
        return true;
      };
    });
    const answer = login('user42', slow, there).then(outcome);
    await reached;
    for (let number = 1; number <= 20; number++) await login(`somebody${number}`, WRONG, there);
    letGo();
    expect(await answer).to.equal('429/3');
    passwords.isRight = isRight;
  });

  it('of a locked user get the usual answer; only the right one reveals the lock', async () => {
    for (const ask of [login, byBasic]) {
      expect(outcome(await ask('locked', WRONG))).to.equal('401/4');
      expect(outcome(await ask('locked', PASSWORD))).to.equal('401/6');
      expect(outcome(await ask('locked', PASSWORD))).to.equal('401/6');
    }
    const unknown = await login('nobody-at-all', WRONG);
    expect((await login('locked', WRONG)).body).to.deep.equal(unknown.body);
  });

  it('have the limits of the configuration', async () => {
    const { database, limits, clock, usersConfig, passwords, callers, logins } = platform.kernel.services;
    await database.table('limit_counters').delete();
    const config = { ...usersConfig, failedLogins: 2, failedLoginsPerAddress: 3, lockMinutes: 1 };
    const endLogins = substitute(
      logins,
      construct(Logins, { database, limits, clock, passwords, callers, usersConfig: config }),
    );
    try {
      const there = somewhere();
      for (const expected of ['401/4', '401/4', '429/3']) {
        expect(outcome(await login('student', WRONG, there))).to.equal(expected);
      }
      expect(outcome(await login('teacher', WRONG, there))).to.equal('401/4');
      const { headers } = await login('planner', WRONG, there).expect(429);
      expect(headers['ratelimit-policy']).to.equal('"login-address";q=3;w=60');
    } finally {
      endLogins();
    }
  });

  itKeepsSecrets(() => platform.logs);
});

import { expect } from 'chai';
import { construct } from 'lectern/testing';
import { Tokens } from '../../../../core/platform/users/services/credentials/tokens.ts';
import { started } from '../../../support/started.ts';
import { substitute } from '../../infrastructure/jobs/fleet.ts';
import { bearer, itKeepsSecrets, jwtOf, later, outcome, somewhere, startUsers, tokenOf, whoIs } from './support.ts';

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;
const JOB = 'users.clean';

describe('Expired credentials', () => {
  const platform = started(startUsers);

  const count = async (table: string): Promise<number> => {
    const [counted] = await platform.kernel.services.database.table(table).count({ count: '*' });
    return Number(counted!['count']);
  };
  const clean = () => platform.kernel.services.jobs.run(JOB);
  const at = <T>(seconds: number, work: () => Promise<T>) => later(platform.kernel, seconds, work);
  const ask = (headers: object) => platform.api.get('/api/user/info').set({ ...somewhere(), ...headers });

  it('include tokens after thirty days, however much they are used', async () => {
    const token = { 'X-Auth-Token': await tokenOf(platform, 'user9') };
    for (const day of [1, 15, 29]) await at(day * DAY_SECONDS, () => whoIs(platform, token));
    await at(30 * DAY_SECONDS - 10, async () => expect(outcome(await ask(token))).to.equal('200'));
    await at(30 * DAY_SECONDS + 1, async () => expect(outcome(await ask(token))).to.equal('401/5'));
  });

  it('are removed, and no others', async () => {
    const { database } = platform.kernel.services;
    await database.table('user_tokens').delete();
    await tokenOf(platform, 'user10');
    const kept = await at(10 * DAY_SECONDS, () => tokenOf(platform, 'user10'));
    await clean();
    expect(await count('user_tokens')).to.equal(2);
    await at(30 * DAY_SECONDS + 1, async () => {
      await clean();
      expect(await count('user_tokens')).to.equal(1);
      expect(await whoIs(platform, { 'X-Auth-Token': kept })).to.equal('user10');
    });
  });

  it('include revoked JWTs only after their expiry', async () => {
    const revoke = async (): Promise<object> => {
      const headers = bearer(await jwtOf(platform, 'user11'));
      await platform.api.delete('/api/tokens/current').set(headers).expect(200);
      return headers;
    };
    const early = await revoke();
    const late = await at(HOUR_SECONDS - 60, revoke);
    expect(await count('revoked_jwts')).to.equal(2);
    await clean();
    expect(await count('revoked_jwts')).to.equal(2);
    await at(HOUR_SECONDS + 60, async () => {
      await clean();
      expect(await count('revoked_jwts')).to.equal(1);
      expect(outcome(await ask(early))).to.equal('401/5');
      expect(outcome(await ask(late))).to.equal('401/5');
    });
  });

  it('include tokens beyond the number and the days of the configuration', async () => {
    const { callers, clock, database, tokens: usual, tokenUses, usersConfig } = platform.kernel.services;
    const config = { ...usersConfig, tokensPerUser: 2, tokenDays: 1 };
    const end = substitute(usual, construct(Tokens, { callers, clock, database, tokenUses, usersConfig: config }));
    try {
      const tokens: string[] = [];
      for (const second of [0, 1, 2]) tokens.push(await at(second, () => tokenOf(platform, 'user15')));
      const known = async (token: string) => outcome(await ask({ 'X-Auth-Token': token }));
      expect(await Promise.all(tokens.map(known))).to.deep.equal(['401/5', '200', '200']);
      await at(DAY_SECONDS + 10, async () => expect(await known(tokens[2]!)).to.equal('401/5'));
    } finally {
      end();
    }
  });

  itKeepsSecrets(() => platform.logs);
});

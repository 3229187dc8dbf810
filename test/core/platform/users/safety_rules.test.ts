import { expect } from 'chai';
import { brokenRules } from '../../../../core/hosting/internals.ts';
import { userRules } from '../../../../core/platform/users/safety_rules.ts';
import { started } from '../../../support/started.ts';
import { startUsers } from './support.ts';

describe('A production start on a database with demo data', () => {
  const platform = started(startUsers);

  it('warns of the published password until it is changed', async () => {
    const { config, services } = platform.kernel;
    const inProduction = Object.create(services, { environment: { value: 'production' } }) as typeof services;
    const production = { config, services: inProduction } as unknown as Parameters<typeof brokenRules>[0];
    const isWarned = async () => (await brokenRules(production, 'database')).some(({ message }) => message === known);
    const known = userRules.find(({ message }) => message.includes('published password'))?.message;
    expect(await isWarned()).to.equal(true);
    const password_hash = await services.passwords.hash('Another-2026');
    await services.database.table('users').where('id', '<>', 4).update({ password_hash });
    expect(await isWarned()).to.equal(true);
    await services.database.table('users').where('id', 4).update({ locked: true });
    expect(await isWarned()).to.equal(false);
  });
});

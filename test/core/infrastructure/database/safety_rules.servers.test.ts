import { expect } from 'chai';
import { databaseRules } from '../../../../core/infrastructure/database/safety_rules.ts';
import { prepared, started } from '../../../support/started.ts';
import { DatabaseFixture } from './support.ts';

describe('The safety rule about superusers', () => {
  const role = `lectern_plain_${process.pid}`;

  const fixture = prepared(() => DatabaseFixture.make());
  const database = prepared(() => fixture.start());

  before(async () => {
    await database.raw(`create role ${role} superuser`);
  });
  after(async () => {
    await database.raw(`drop role ${role}`);
    await fixture.clear();
  });

  const isBroken = () =>
    database.transaction(async () => {
      await database.raw(`set local role ${role}`);
      const rule = databaseRules.find(({ message }) => message.includes('connects as a superuser'));
      return rule?.isUnsafe({ services: { database } } as never);
    });

  it('is broken by a superuser only', async () => {
    expect(await isBroken()).to.equal(true);
    await database.raw(`alter role ${role} nosuperuser`);
    expect(await isBroken()).to.equal(false);
  });
});

describe('The safety rule about clocks', () => {
  const fixture = started(() => DatabaseFixture.make());

  const database = prepared(() => fixture.start());

  /** @param ms how far the clock of this machine is ahead */
  function isBroken(ms: number): unknown {
    const rule = databaseRules.find(({ message }) => message.startsWith('The clocks'));
    const clock = { now: () => new Date(Date.now() + ms) };
    return rule?.isUnsafe({ services: { database, clock } } as never);
  }

  it('is broken by a clock that is some seconds ahead or behind', async () => {
    expect([await isBroken(0), await isBroken(3_000), await isBroken(-3_600_000)]).to.deep.equal([false, true, true]);
  });
});

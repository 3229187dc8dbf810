import { expect } from 'lectern/testing';
import { started } from '../../support/started.ts';
import { startPlatform } from '../../support/platform.ts';

describe('The clock of the test kit', () => {
  const test = started(() => startPlatform());
  afterEach(() => test.reset());

  const now = () => test.services.clock.now().getTime();

  it('follows the system time, and is ahead of it after advance()', () => {
    expect(now()).to.be.closeTo(Date.now(), 1000);
    test.clock.advance(3_600_000);
    expect(now()).to.be.closeTo(Date.now() + 3_600_000, 1000);
  });

  it('stops at a set time, and advances from there', () => {
    test.clock.set('2026-01-31T08:00:00Z');
    expect(now()).to.equal(Date.UTC(2026, 0, 31, 8));
    test.clock.advance(1500);
    expect(now()).to.equal(Date.UTC(2026, 0, 31, 8, 0, 1, 500));
  });

  it('determines the expiry of tokens', async () => {
    const student = await test.as('student');
    test.clock.advance(test.services.usersConfig.tokenDays * 86_400_000 + 1000);
    await test.api.get('/api/user/info').set(student).expect(401);
    await test.reset();
    await test.api.get('/api/user/info').set(student).expect(200);
  });

  it('rejects a text that is no time', () => {
    expect(() => test.clock.set('soon')).to.throw('clock.set: "soon" is no time; write it like');
  });
});

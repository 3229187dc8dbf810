import { expect, runCommand } from 'lectern/testing';
import { startPlatform } from '../../../../test/support/platform.ts';
import { started } from '../../../../test/support/started.ts';
import addVipMember from '../../commands/vip_member.ts';

describe('lectern vip:member', () => {
  const test = started(startPlatform);

  const run = (...args: string[]) => runCommand(test, addVipMember, 'vip:member', ...args);

  it('prints the membership of a user', async () => {
    const { code, out } = await run('student');
    expect(out).to.match(/^.+ until \d{4}-\d\d-\d\dT.+\n$/);
    expect(code).to.equal(0);
  });

  it('prints the membership as JSON with --json', async () => {
    const { out } = await run('student', '--json');
    expect(JSON.parse(out)).to.have.all.keys('levelId', 'vipName', 'deadline', 'seq');
  });

  it('says that a user has no membership', async () => {
    expect(await run('newcomer')).to.deep.equal({ code: 0, out: 'newcomer has no membership.\n', err: '' });
  });

  it('rejects an unknown user', async () => {
    const err = 'There is no user "nobody". Pass a nickname, an e-mail address or a mobile number.\n';
    expect(await run('nobody')).to.deep.equal({ code: 1, out: '', err });
  });
});

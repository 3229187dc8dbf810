import { expect } from 'chai';
import { startPlatform, type Platform } from '../../../support/platform.ts';

interface Finding {
  readonly level: string;
  readonly topic: string;
  readonly message: string;
  readonly fix: string | null;
}

describe('Findings in the console', () => {
  let platform: Platform;

  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.stop());

  it('are those of the doctor about the running installation, with fixes', async () => {
    const manager = await platform.as('manager');
    const { body } = await platform.api.get('/api/console/findings').set(manager).expect(200);
    const findings = body as Finding[];
    expect(findings.map(({ topic }) => topic)).to.include.members(['open routes', 'database', 'middleware']);
    expect(findings.find(({ topic }) => topic === 'database')?.message).to.match(/PostgreSQL .+ answers\./);
    expect(findings.every(({ level, fix }) => level !== 'problem' || fix !== null)).to.equal(true);
  });
});

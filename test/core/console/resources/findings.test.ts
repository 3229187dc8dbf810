import { subscribe, unsubscribe } from 'node:diagnostics_channel';
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

  it('read the history of migrations a few times for all modules, not once for each', async () => {
    const manager = await platform.as('manager');
    const reads: string[] = [];
    const observe = (statement: unknown) => {
      const { text } = statement as { text: string };
      if (text.includes('"lectern_migrations"')) reads.push(text);
    };
    subscribe('lectern.statement', observe);
    for (const page of ['findings', 'plugins']) await platform.api.get(`/api/console/${page}`).set(manager).expect(200);
    unsubscribe('lectern.statement', observe);
    expect(reads.length).to.be.within(1, 5);
  });
});

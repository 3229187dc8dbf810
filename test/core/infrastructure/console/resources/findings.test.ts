import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';

interface Finding {
  readonly level: string;
  readonly topic: string;
  readonly message: string;
  readonly fix: string | null;
}

describe('GET /console/findings', () => {
  const platform = started(startPlatform);

  it('returns the findings of the doctor about the running installation, with fixes', async () => {
    const manager = await platform.as('manager');
    const { body } = await platform.api.get('/api/console/findings').set(manager).expect(200);
    const findings = body as Finding[];
    expect(findings.map(({ topic }) => topic)).to.include.members(['open routes', 'database', 'middleware']);
    expect(findings.find(({ topic }) => topic === 'database')?.message).to.match(/PostgreSQL .+ answers\./);
    expect(findings.every(({ level, fix }) => level !== 'problem' || fix !== null)).to.equal(true);
  });

  it('reads the migration history a few times, not once for each module', async () => {
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

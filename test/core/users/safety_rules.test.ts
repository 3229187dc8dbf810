import { expect } from 'chai';
import type { Kernel } from 'lectern/host';
import { createKernel } from 'lectern/host';
import { after, before, describe, it } from 'mocha';
import { snapshotOf } from '../../../core/testing/snapshot.ts';
import { userRules } from '../../../core/users/safety_rules.ts';
import { projectRoot } from '../../support/platform.ts';

describe('A production start on a database with demo data', () => {
  const lines: string[] = [];
  let kernel: Kernel;

  before(async () => {
    const DATA_SNAPSHOT = await snapshotOf({ root: projectRoot, demo: true, without: [] });
    const secret = 'a key for tests only, of more than 32 characters';
    const memory = { DATA_DIR: 'memory', DATA_SNAPSHOT, LECTERN_ALLOW_EMBEDDED: 'true' };
    const env = { NODE_ENV: 'production', JWT_SECRET: secret, ...memory };
    kernel = await createKernel({ root: projectRoot, env, logTo: { write: (line) => void lines.push(line) } });
    await kernel.start();
  });
  after(() => kernel.stop());

  it('warns of the published password until it is changed', async () => {
    const rule = userRules.find(({ message }) => message.includes('published password'))!;
    expect(lines.filter((line) => line.includes(rule.message))).to.have.length(1);
    const password_hash = await kernel.services.passwords.hash('Another-2026');
    await kernel.services.database.table('users').where('id', '<>', 4).update({ password_hash });
    expect(await rule.isUnsafe(kernel as never)).to.equal(true);
    await kernel.services.database.table('users').where('id', 4).update({ locked: true });
    expect(await rule.isUnsafe(kernel as never)).to.equal(false);
  });
});

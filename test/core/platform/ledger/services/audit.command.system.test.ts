import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createKernel } from 'lectern/host';
import { projectRoot } from '../../../../support/platform.ts';
import { runBuilt } from '../../../cli/built_program.ts';

describe('lectern ledger:check', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-'));
  // Ignores a database that the environment of the developer names.
  const env = { DATABASE_URL: '', DATA_DIR: dataDir, NODE_ENV: 'test', LOG_LEVEL: 'error' };

  before(async () => {
    await withKernel((kernel) => kernel.loadDemo());
  });
  after(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function withKernel(work: (kernel: Awaited<ReturnType<typeof createKernel>>) => PromiseLike<unknown>) {
    const kernel = await createKernel({ root: projectRoot, env });
    try {
      await kernel.start();
      await work(kernel);
    } finally {
      await kernel.stop();
    }
  }

  const change = (sql: string) => withKernel(({ services }) => services.database.raw(sql));

  const check = (...options: readonly string[]) => runBuilt(projectRoot, ['ledger:check', ...options], env);

  it('prints what it has checked, and exits with 0 when all rows agree', async () => {
    const { code, out, err } = await check();
    expect(out).to.match(/^Checked \d+ transactions with \d+ entries, and 60 accounts of users\.\n$/);
    expect(err).to.equal(`Database: embedded, ${dataDir}\n`);
    expect(code).to.equal(0);
  });

  it('prints the result as JSON', async () => {
    const { code, out } = await check('--json');
    const report: Record<string, number> = JSON.parse(out);
    expect(report).to.have.all.keys('transactions', 'entries', 'accounts', 'read', 'wrong');
    expect(report).to.include({ accounts: 60, wrong: null });
    expect(report['entries']).to.be.at.least(2 * report['transactions']!);
    expect(code).to.equal(0);
  });

  it('names the first wrong row, and exits with 1', async () => {
    await change('update accounts set balance = balance + 1 where user_id in (7, 9)');
    const wrong = /Account \d+ \(coin of user 7\): its balance is 5001, but its entries sum to 5000\./;
    const told = await check();
    expect(told.err).to.match(wrong).and.not.include('user 9');
    expect(told.code).to.equal(1);
    const json = await check('--json');
    expect(JSON.parse(json.out)).to.have.property('wrong').that.matches(wrong);
    expect(json.code).to.equal(1);
  });
});

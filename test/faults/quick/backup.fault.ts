import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createKernel, type Kernel } from 'lectern/host';
import pg from 'pg';
import { projectRoot } from '../../support/platform.ts';
import { figure, seconds } from '../support/figures.ts';
import { PrivatePostgres } from '../support/private_postgres.ts';
import { toolPath } from '../support/tools.ts';
import { until } from '../support/until.ts';

const payers = 2;

interface Outcome {
  readonly code: number | string;
  readonly out: string;
  readonly err: string;
}

describe('A backup', function () {
  this.timeout(240_000);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-backup-'));
  let server: PrivatePostgres;
  let kernel: Kernel;
  let payments = 0;

  before(async () => {
    for (const name of ['pg_dump', 'pg_restore', 'psql']) toolPath(name);
    server = await PrivatePostgres.start();
    for (const name of ['back', 'broken']) await server.query(`create database ${name}`);
    kernel = await createKernel({
      root: projectRoot,
      env: { NODE_ENV: 'test', LOG_LEVEL: 'error', DATABASE_URL: server.url },
      config: { demo: true },
      logTo: process.stderr,
    });
    await kernel.start();
  });
  after(async () => {
    await kernel.stop();
    await server.clear();
    rmSync(folder, { recursive: true, force: true });
  });

  const begin = (database: string, ...args: readonly string[]): ChildProcess => {
    const env = {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DATABASE_URL: server.urlOf(database),
    };
    return spawn(process.execPath, ['dist/core/cli/main.js', ...args], {
      cwd: projectRoot,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };

  const lectern = (database: string, ...args: readonly string[]) => outcomeOf(begin(database, ...args));

  /** Moves coins without a pause until `stopped` returns true. */
  async function pay(stopped: () => boolean): Promise<void> {
    const { database, ledger } = kernel.services;
    const movement = { from: 'coin.issued', to: { userId: '4', kind: 'coin' }, amount: 1 } as const;
    while (!stopped()) {
      await database.transaction(() => ledger.post({ reason: 'fault' }, [movement]));
      payments++;
    }
  }

  it('that is made during payments restores a consistent ledger', async () => {
    const file = join(folder, 'live.backup');
    let stopped = false;
    const paying = Promise.all(Array.from({ length: payers }, () => pay(() => stopped)));
    await until(() => expect(payments).to.be.greaterThan(20));
    const [first, begun] = [payments, performance.now()];
    const made = await lectern('postgres', 'backup', '--out', file, '--json');
    figure('backup under load', `${seconds(performance.now() - begun)}, ${payments - first} payments meanwhile`);
    const before = payments;
    const portable = await lectern('postgres', 'backup', '--portable', '--out', `${file}.portable`);
    expect(payments, 'payments during the portable one').to.be.greaterThan(before);
    stopped = true;
    await paying;
    expect(made.err + portable.err).to.equal('');
    const { tables } = JSON.parse(made.out) as { tables: Record<string, number> };
    const kept = Number(tables['ledger_transactions']);
    expect(kept).to.be.within(first, payments + 10);
    const again = performance.now();
    for (const [name, more] of [
      [file, []],
      [`${file}.portable`, ['--replace', '--yes']],
    ] as const) {
      const restored = await lectern('back', 'restore', name, '--json', ...more);
      expect(restored.err).to.equal('');
      expect(JSON.parse(restored.out)).to.deep.include({ ledger: true, pending: [] });
    }
    figure('two restores', `${seconds(performance.now() - again)}, ${kept} ledger transactions`);
    const [audit] = await server.query<{ wrong: string }>(
      `select count(*) as wrong from accounts where user_id is not null and balance <>
         (select coalesce(sum(amount), 0) from ledger_entries where account_id = accounts.id)`,
      'back',
    );
    expect(audit?.wrong).to.equal('0');
  });

  it('that is interrupted or killed leaves no backup file', async () => {
    const lock = new pg.Client({ connectionString: server.url });
    await lock.connect();
    try {
      // pg_dump waits for this lock after the backup has begun its file.
      await lock.query('begin; lock table lectern_leases in access exclusive mode');
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
        const file = join(folder, `${signal}.backup`);
        const child = begin('postgres', 'backup', '--out', file);
        const ended = outcomeOf(child);
        await until(() => expect(readdirSync(folder).join()).to.include(`${signal}.backup.`), { timeout: 60_000 });
        child.kill(signal);
        const { code, err } = await ended;
        expect(code).to.equal(signal === 'SIGTERM' ? 1 : 'SIGKILL');
        expect(existsSync(file)).to.equal(false);
        if (signal === 'SIGKILL') continue;
        expect(err).to.include('was interrupted');
        expect(readdirSync(folder).join()).to.not.include(signal);
      }
    } finally {
      await lock.end();
    }
  });

  it('whose restore fails leaves the database unchanged', async () => {
    const file = join(folder, 'live.backup');
    // A restore drops tables and views, but no types: a type with the name of a table makes psql fail.
    await server.query('create table kept (id int); insert into kept values (1)', 'broken');
    await server.query('create type articles as (id int)', 'broken');
    const { code, err } = await lectern('broken', 'restore', file, '--replace', '--yes');
    expect(code).to.equal(1);
    expect(err).to.include('articles').and.include('already exists');
    expect(await server.query('select * from kept', 'broken')).to.deep.equal([{ id: 1 }]);
    const tables = await server.query("select relname from pg_class where relname = 'users'", 'broken');
    expect(tables).to.deep.equal([]);
  });

  it('is not restored while a server is connected', async () => {
    const { code, err } = await lectern('postgres', 'restore', join(folder, 'live.backup'), '--replace', '--yes');
    expect(code).to.equal(1);
    expect(err).to.include('Stop all servers');
  });
});

async function outcomeOf(child: ChildProcess): Promise<Outcome> {
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code: code ?? signal ?? '', out, err };
}

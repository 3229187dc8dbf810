import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { construct } from 'lectern/testing';
import type { ArchiveFile } from '../../../../../core/platform/payments/services/archive_folder.ts';
import { TradeArchive, type ArchiveStep } from '../../../../../core/platform/payments/services/trade_archive.ts';
import type { Platform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';
import { rejectionOf } from '../../ledger/support.ts';
import { Shop, startShop } from '../../orders/shop.ts';

const OLD = 250;
const fileRows = 200;

/** The archive of a platform with another number of days. */
export function archiveOf({ services }: Platform, archiveDays: number): TradeArchive {
  const { clock, database, logger, paymentsConfig } = services;
  return construct(TradeArchive, { clock, database, logger, paymentsConfig: { ...paymentsConfig, archiveDays } });
}

/** The cases of the archive of trades, for both databases. */
export function archiveCases(): void {
  const platform = started(startShop);
  let folder: string;

  const archive = () => archiveOf(platform, 90);
  const sql = <Row>(text: string, values: string[] = []) =>
    platform.services.database.raw<Row>(text, values).then(({ rows }) => rows);
  const add = (status: string, days: number, count: number) =>
    sql(`
      insert into trades (sn, user_id, type, gateway, status, cash, bought_coins, created_at, expires_at, asked_at, paid_at)
      select (100000000000000000000 + nextval('trades_id_seq'))::text, 4, 'recharge', 'Slips', '${status}', 150, 100,
        now() - interval '${days} days', now() - interval '${days} days', now(),
        ${status === 'paid' ? 'now()' : 'null'}
      from generate_series(1, ${count})`);
  const idsOf = async (condition: string) =>
    (await sql<{ id: string }>(`select id from trades where ${condition} order by id`)).map(({ id }) => Number(id));
  const files = () =>
    (JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { files: ArchiveFile[] }).files;
  const rowsIn = (name: string) =>
    gunzipSync(readFileSync(join(folder, name)))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; cash: number });
  const archived = () => files().flatMap(({ name }) => rowsIn(name).map(({ id }) => id));

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-'));
    await add('closed', 91, OLD);
    for (const status of ['closed', 'paid', 'paying', 'closing']) await add(status, status === 'closed' ? 89 : 91, 2);
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    for (const table of ['payment_notices', 'refunds', 'trades']) await sql(`delete from ${table}`);
  });

  it('moves old closed trades, and nothing else', async () => {
    const old = await idsOf(`status = 'closed' and expires_at < now() - interval '90 days'`);
    const others = await idsOf(`not (status = 'closed' and expires_at < now() - interval '90 days')`);
    const entries = await sql('select count(*) from ledger_entries');
    const planned = await archive().plan();
    expect(planned).to.deep.equal({ trades: OLD, cash: String(OLD * 150), coins: '0', boughtCoins: String(OLD * 100) });
    expect(await idsOf('true')).to.have.length(OLD + 8);
    expect(await archive().run(folder, { fileRows })).to.deep.equal(planned);
    expect(archived()).to.deep.equal(old);
    expect(await idsOf('true')).to.deep.equal(others);
    expect(await sql('select count(*) from ledger_entries')).to.deep.equal(entries);
    const [first, second, ...more] = files();
    expect(more).to.deep.equal([]);
    expect([first, second].map((file) => [file?.trades, file?.cash, file?.state])).to.deep.equal([
      [200, '30000', 'done'],
      [50, '7500', 'done'],
    ]);
    expect(await archive().run(folder, { fileRows })).to.include({ trades: 0 });
  });

  it('keeps trades that a refund or a report of money names', async () => {
    const [refunded, credited] = await sql<{ sn: string }>(
      `select sn from trades where status = 'closed' order by id limit 2`,
    );
    const shop = new Shop(platform);
    const order = await shop.order(await shop.buyer(), 25);
    await sql(
      `insert into refunds (sn, order_sn, trade_sn, status, coins, cash, user_id, created_at, ended_at)
       values ('2000000000000000000000', ?, ?, 'failed', 0, 0, 4, now(), now())`,
      [order.sn, refunded!.sn],
    );
    await sql(
      `insert into payment_notices (gateway, trade_sn, platform_sn, amount, outcome, received_at)
       values ('Slips', ?, '1', 150, 'unapplied', now())`,
      [credited!.sn],
    );
    expect(await archive().run(folder, { fileRows })).to.include({ trades: OLD - 2 });
    const left = await sql<{ sn: string }>(`select sn from trades where sn = any(array[?, ?]::text[]) order by id`, [
      refunded!.sn,
      credited!.sn,
    ]);
    expect(left).to.deep.equal([refunded, credited]);
  });

  const interrupt = async (step: ArchiveStep, count: number) => {
    let seen = 0;
    const error = await rejectionOf(
      archive().run(folder, {
        fileRows,
        at: (reached) => {
          if (reached === step && ++seen === count) throw new Error('killed');
        },
      }),
    );
    expect(error.message).to.equal('killed');
  };
  for (const step of ['written', 'removed', 'committed'] as const) {
    for (const count of [1, 2]) {
      it(`loses and doubles nothing when a run ends after "${step}" of file ${count}`, async () => {
        const old = await idsOf(`status = 'closed' and expires_at < now() - interval '90 days'`);
        await interrupt(step, count);
        await archive().run(folder, { fileRows });
        expect(archived().toSorted((a, b) => a - b)).to.deep.equal(old);
        expect(await idsOf('true')).to.have.length(8);
        expect(new Set(files().map(({ state }) => state))).to.deep.equal(new Set(['done']));
      });
    }
  }

  it('replaces an incomplete file', async () => {
    const name = `closed-trades-${(await idsOf(`status = 'closed'`))[0]}.ndjson.gz`;
    const sums = { trades: 1, cash: '0', coins: '0', boughtCoins: '0', sha256: '' };
    const manifest = { lecternArchive: 1, table: 'trades', files: [{ ...sums, name, state: 'writing' }] };
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, name), 'half');
    await archive().run(folder, { fileRows });
    expect(archived()).to.have.length(OLD);
    expect(readdirSync(folder).toSorted()).to.deep.equal(
      [...files().map((file) => file.name), 'manifest.json'].toSorted(),
    );
  });

  it('removes no trade by a file that was changed', async () => {
    await interrupt('written', 1);
    writeFileSync(join(folder, files()[0]!.name), 'changed');
    expect((await rejectionOf(archive().run(folder, { fileRows }))).message).to.include(
      'differs from its digest in manifest.json',
    );
    expect(await idsOf('true')).to.have.length(OLD + 8);
  });

  it('replaces no file of the archive when the database is older', async () => {
    await sql('create table kept_trades as select * from trades');
    await archive().run(folder, { fileRows });
    await sql('delete from trades');
    await sql('insert into trades overriding system value select * from kept_trades');
    await sql('drop table kept_trades');
    expect((await rejectionOf(archive().run(folder, { fileRows }))).message).to.include(
      'the database is older than the archive',
    );
    expect(archived()).to.have.length(OLD);
  });

  it('refuses a missing folder, and a folder with another manifest', async () => {
    expect((await rejectionOf(archive().run(join(folder, 'missing')))).message).to.include('does not exist');
    writeFileSync(join(folder, 'manifest.json'), '{}');
    expect((await rejectionOf(archive().run(folder, { fileRows }))).message).to.include(
      'is not the manifest of an archive',
    );
    expect(await idsOf('true')).to.have.length(OLD + 8);
  });
}

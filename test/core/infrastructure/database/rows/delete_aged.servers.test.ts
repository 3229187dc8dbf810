import { expect } from 'chai';
import pg from 'pg';
import { batchSizes } from '../../../../../core/infrastructure/database/rows/in_batches.ts';
import { deleteAged } from '../../../../../core/infrastructure/database/index.ts';
import { startOwnPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';
import { deletionsDuring } from './batch_probe.ts';

const ROWS = 50_000;
const old = new Date('2026-01-02T00:00:00Z');

describe('Cleaning jobs on a server', () => {
  const platform = started(() => startOwnPlatform());

  const sql = <Row>(text: string) => platform.services.database.raw<Row>(text);
  const countOf = async (table: string) =>
    (await sql<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]!.count;
  const addMails = () =>
    sql(`insert into mail_outbox (address, subject, text, created_at)
      select 'a', 'b', 'c', timestamptz '2026-01-01Z' from generate_series(1, ${ROWS})`);
  const deleteMails = () =>
    deleteAged(platform.services.database, { table: 'mail_outbox', column: 'created_at', until: old });

  it('delete many rows in short transactions with a limited number of rows', async () => {
    await addMails();
    const deletions = await deletionsDuring(platform.services, 'mail_outbox', deleteMails);
    expect(await countOf('mail_outbox')).to.equal(0);
    expect(Math.max(...deletions.map(({ rows }) => rows))).to.be.at.most(batchSizes.largest);
    expect(new Set(deletions.map(({ transaction }) => transaction)).size).to.equal(deletions.length);
  });

  it('find the rows of a batch by the index', async () => {
    await addMails();
    await sql('analyze mail_outbox');
    const { database } = platform.services;
    const stopping = new AbortController();
    // The counts may include those of earlier transactions of the same session.
    const readRows = async () => {
      const { rows } = await sql<{ scans: number; read: number }>(
        `select seq_scan::int as scans, idx_tup_fetch::int as read from pg_stat_xact_user_tables where relname = 'mail_outbox'`,
      );
      return rows[0] ?? { scans: 0, read: 0 };
    };
    await database.transaction(async () => {
      const before = await readRows();
      const run = deleteAged(database, { table: 'mail_outbox', column: 'created_at', until: old }, stopping.signal);
      stopping.abort();
      await run;
      const after = await readRows();
      expect(after.scans - before.scans).to.equal(0);
      expect(after.read - before.read).to.equal(batchSizes.first);
    });
    await deleteMails();
  });

  it('leave rows that another transaction has locked to the next run, without waiting', async () => {
    await addMails();
    const other = new pg.Client({ connectionString: platform.services.databaseConfig.url });
    await other.connect();
    try {
      await other.query('begin');
      await other.query('select id from mail_outbox order by id limit 3 for update');
      await deleteMails();
      // The batch of the locked rows is smaller than its limit, so the run may end before the last row.
      await deleteMails();
      expect(await countOf('mail_outbox')).to.equal(3);
    } finally {
      await other.end();
    }
    await deleteMails();
    expect(await countOf('mail_outbox')).to.equal(0);
  });
});

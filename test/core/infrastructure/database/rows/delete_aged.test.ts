import { expect } from 'chai';
import { deletionsDuring } from './batch_probe.ts';
import { deleteAged } from '../../../../../core/infrastructure/database/index.ts';
import { startOwnPlatform } from '../../../../support/platform.ts';
import { batchSizes } from '../../../../../core/infrastructure/database/rows/in_batches.ts';
import { started } from '../../../../support/started.ts';

describe('The deletion of expired rows', () => {
  const platform = started(() => startOwnPlatform());

  /** Adds mails, `apart` microseconds apart. */
  async function add(count: number, apart: number): Promise<void> {
    await platform.kernel.services.database.raw(
      `insert into mail_outbox (address, subject, text, created_at)
       select 'a', 'b', 'c', timestamptz '2026-01-01Z' + n * ?::bigint * interval '1 microsecond'
       from generate_series(1, ?::int) as n`,
      [apart, count],
    );
  }
  const left = async () => {
    const { rows } = await platform.kernel.services.database.raw<{ n: number }>(
      'select count(*)::int as n from mail_outbox',
    );
    return rows[0]?.n;
  };
  const deleteUntil = (until: string) =>
    deleteAged(platform.kernel.services.database, {
      table: 'mail_outbox',
      column: 'created_at',
      until: new Date(until),
    });

  it('deletes all batches up to the time, and keeps later rows', async () => {
    await add(2_500, 1);
    await add(1, 3_600_000_000);
    await deleteUntil('2026-01-01T00:30:00Z');
    expect(await left()).to.equal(1);
    await deleteUntil('2026-01-01T01:00:00Z');
    expect(await left()).to.equal(0);
  });

  it('deletes each batch in a transaction of its own, with a limited number of rows', async () => {
    await add(20_000, 1);
    const deletions = await deletionsDuring(platform.services, 'mail_outbox', () =>
      deleteUntil('2026-01-01T01:00:00Z'),
    );
    expect(await left()).to.equal(0);
    expect(deletions.map(({ rows }) => rows).reduce((sum, rows) => sum + rows, 0)).to.equal(20_000);
    expect(Math.max(...deletions.map(({ rows }) => rows))).to.be.at.most(batchSizes.largest);
    expect(new Set(deletions.map(({ transaction }) => transaction)).size)
      .to.equal(deletions.length)
      .and.above(4);
  });

  it('leaves rows that do not meet the further condition', async () => {
    await add(300, 1);
    const { database } = platform.services;
    await database.raw(`update mail_outbox set subject = 'kept' where id = (select max(id) from mail_outbox)`);
    const until = new Date('2026-01-01T01:00:00Z');
    await deleteAged(database, { table: 'mail_outbox', column: 'created_at', until, where: `subject <> 'kept'` });
    expect(await left()).to.equal(1);
    await deleteUntil('2026-01-01T01:00:00Z');
  });

  it('deletes no further batch after the signal, and the rest in the next run', async () => {
    await add(1_000, 1);
    const stopping = new AbortController();
    const { database } = platform.services;
    const aged = { table: 'mail_outbox', column: 'created_at', until: new Date('2026-01-01T01:00:00Z') };
    const run = deleteAged(database, aged, stopping.signal);
    stopping.abort();
    await run;
    expect(await left()).to.equal(1_000 - batchSizes.first);
    await deleteAged(database, aged);
    expect(await left()).to.equal(0);
  });

  it('deletes more rows of one time than a batch has', async () => {
    await add(2_500, 0);
    await deleteUntil('2026-01-01T00:00:00Z');
    expect(await left()).to.equal(0);
  });
});

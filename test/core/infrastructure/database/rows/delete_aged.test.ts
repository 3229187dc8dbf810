import { expect } from 'chai';
import { deleteAged } from '../../../../../core/infrastructure/database/index.ts';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';

describe('The deletion of expired rows', () => {
  const platform = started(startPlatform);

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

  it('deletes more rows of one time than a batch has', async () => {
    await add(2_500, 0);
    await deleteUntil('2026-01-01T00:00:00Z');
    expect(await left()).to.equal(0);
  });
});

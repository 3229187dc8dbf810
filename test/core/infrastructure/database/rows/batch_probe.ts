import type { Services } from 'lectern';

/** Rows that one statement deleted from a table, and the transaction of the statement. */
interface Deletion {
  readonly transaction: string;
  readonly rows: number;
}

/** Runs work, and returns its deletions from a table, which a trigger records. */
export async function deletionsDuring(
  { database }: Pick<Services, 'database'>,
  table: string,
  work: () => Promise<unknown>,
): Promise<readonly Deletion[]> {
  await database.raw('create table batch_probe (place serial, transaction text, rows int)');
  await database.raw(`
    create function note_deletion() returns trigger language plpgsql as $$ begin
      insert into batch_probe (transaction, rows) select txid_current()::text, count(*) from gone;
      return null;
    end $$`);
  await database.raw(`
    create trigger note_deletion after delete on ${table} referencing old table as gone
    for each statement execute function note_deletion()`);
  try {
    await work();
    const { rows } = await database.raw<Deletion>('select transaction, rows from batch_probe order by place');
    return rows.filter((deletion) => deletion.rows > 0);
  } finally {
    await database.raw(`drop trigger note_deletion on ${table}`);
    await database.raw('drop function note_deletion()');
    await database.raw('drop table batch_probe');
  }
}

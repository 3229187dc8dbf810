import type { Knex } from 'knex';
import { nameColumns } from './names.ts';

interface Unkeyed {
  readonly id: string;
  readonly nickname: string;
  readonly truename: string;
}

const BATCH = 1_000;

/** Computes the missing keys of nicknames, in batches by id. Of accounts with the same key, the first keeps it. */
export async function fillNameKeys(knex: Knex): Promise<void> {
  for (let last = '0', read = BATCH; read === BATCH;) {
    const unkeyed = knex<Unkeyed>('users').whereNull('nickname_key').where('id', '>', last).orderBy('id');
    const batch: Unkeyed[] = await unkeyed.limit(BATCH).select('id', 'nickname', 'truename');
    await fill(knex, batch);
    [last, read] = [batch.at(-1)?.id ?? last, batch.length];
  }
}

/** Stores the keys of one batch. */
async function fill(knex: Knex, batch: readonly Unkeyed[]): Promise<void> {
  const first = new Map<string, object>();
  for (const { id, nickname, truename } of batch) {
    const columns = nameColumns(nickname, truename);
    if (!first.has(columns.nickname_key)) first.set(columns.nickname_key, { id, nickname, ...columns });
  }
  await knex.raw(
    `update users set nickname_key = one.row ->> 'nickname_key', truename_key = one.row ->> 'truename_key',
       search_grams = array(select jsonb_array_elements_text(one.row -> 'search_grams'))
     from (select jsonb_array_elements(?::jsonb) as row) as one
     where users.id = (one.row ->> 'id')::bigint and users.nickname = one.row ->> 'nickname' and nickname_key is null
       and not exists (select from users as other where other.nickname_key = one.row ->> 'nickname_key')`,
    [JSON.stringify([...first.values()])],
  );
}

import type { Knex } from 'knex';
import { nameColumns } from './names.ts';
import { use } from 'lectern';
import type { Job } from '../../jobs/index.ts';

interface Unkeyed {
  readonly id: string;
  readonly nickname: string;
  readonly truename: string;
}

const BATCH = 1_000;

/**
 * Computes the missing keys of nicknames, in batches by id. Of accounts with the same key, the first keeps it.
 * @returns the accounts without a key because another account has it: they sign in with the nickname as typed
 */
export async function fillNameKeys(knex: Knex): Promise<Unkeyed[]> {
  const clashing: Unkeyed[] = [];
  for (let last = '0', read = BATCH; read === BATCH;) {
    const unkeyed = knex<Unkeyed>('users').whereNull('nickname_key').where('id', '>', last).orderBy('id');
    const batch: Unkeyed[] = await unkeyed.limit(BATCH).select('id', 'nickname', 'truename');
    const keyed = await fill(knex, batch);
    clashing.push(...batch.filter(({ id }) => !keyed.has(id)));
    [last, read] = [batch.at(-1)?.id ?? last, batch.length];
  }
  return clashing;
}

/** Stores the keys of one batch. @returns ids of the accounts that got a key */
async function fill(knex: Knex, batch: readonly Unkeyed[]): Promise<ReadonlySet<string>> {
  const first = new Map<string, object>();
  for (const { id, nickname, truename } of batch) {
    const columns = nameColumns(nickname, truename);
    if (!first.has(columns.nickname_key)) first.set(columns.nickname_key, { id, nickname, ...columns });
  }
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(
    `update users set nickname_key = one.row ->> 'nickname_key', truename_key = one.row ->> 'truename_key',
       search_grams = array(select jsonb_array_elements_text(one.row -> 'search_grams'))
     from (select jsonb_array_elements(?::jsonb) as row) as one
     where users.id = (one.row ->> 'id')::bigint and users.nickname = one.row ->> 'nickname' and nickname_key is null
       and not exists (select from users as other where other.nickname_key = one.row ->> 'nickname_key')
     returning users.id`,
    [JSON.stringify([...first.values()])],
  );
  return new Set(rows.map(({ id }) => id));
}

const MAX_NAMED = 20;
const DAY_SECONDS = 86_400;

/** Computes keys of nicknames that servers of an earlier version have stored, and names the nicknames without a key. */
export class NameKeyJob implements Job {
  readonly name = 'users.name_keys';
  readonly everySeconds = DAY_SECONDS;
  readonly #database = use('database');
  readonly #logger = use('logger');

  async run(): Promise<void> {
    const clashing = await fillNameKeys(this.#database.knex);
    if (clashing.length === 0) return;
    const users = clashing.slice(0, MAX_NAMED).map(({ id, nickname }) => ({ id, nickname }));
    this.#logger.warn(
      { users },
      `${clashing.length} nicknames differ from those of older accounts only in letter case or Unicode form, so these ` +
        'accounts sign in only with exactly this nickname; change a nickname by PATCH /api/users/{id}',
    );
  }
}

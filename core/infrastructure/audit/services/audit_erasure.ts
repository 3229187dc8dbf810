import { use } from 'lectern';
import { withoutPerson, type Traces } from './personal_data.ts';

type Row = Traces & { readonly id: string };

const BATCH = 500;
const columns = `id, user_id as "userId", nickname, path, before, after`;

/**
 * Erases the personal data of persons from the audit trail. The entries stay, with what was changed, when, and the id of
 * the manager. The column `people` has the ids of the persons whose data an entry contains.
 */
export class AuditErasure {
  readonly #database = use('database');

  /** Erases all personal data of a person, in steps of 500 entries. May be repeated. */
  async erase(userId: string): Promise<void> {
    while ((await this.eraseSome(userId)) === BATCH);
  }

  /** Erases personal data of a person from at most 500 entries. @returns their number */
  eraseSome(userId: string): Promise<number> {
    return this.#database.transaction(async () => {
      const { rows } = await this.#database.raw<Row>(
        `select ${columns} from admin_logs where people @> array[?::bigint] order by id limit ? for update`,
        [userId, BATCH],
      );
      const erased = rows.map((row) => ({ id: row.id, ...withoutPerson(row, userId) }));
      await this.#write(erased, userId);
      return rows.length;
    });
  }

  async #write(erased: readonly object[], userId: string): Promise<void> {
    if (erased.length === 0) return;
    await this.#database.raw(
      `update admin_logs set nickname = given.nickname, before = given.before, after = given.after,
         people = array_remove(people, ?::bigint)
       from jsonb_to_recordset(?::jsonb) as given (id bigint, nickname text, before jsonb, after jsonb)
       where admin_logs.id = given.id`,
      [userId, JSON.stringify(erased)],
    );
  }
}

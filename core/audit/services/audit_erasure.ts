import { use } from 'lectern';
import { peopleIn, withoutPerson, type Traces } from './personal_data.ts';

type Row = Traces & { readonly id: string };

const BATCH = 500;
const columns = `id, user_id as "userId", nickname, path, before, after`;

/**
 * Erases the personal data of persons from the audit trail. The entries stay, with what was changed, when, and the id of
 * the manager. The column `people` has the ids of the persons whose data an entry contains; null before `examine`.
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

  /**
   * Finds the persons in at most 500 entries of versions without the column `people`.
   * @returns ids of these persons; undefined when no entry is left
   */
  examine(): Promise<string[] | undefined> {
    return this.#database.transaction(async () => {
      const { rows } = await this.#database.raw<Row>(
        `select ${columns} from admin_logs where people is null order by id limit ? for update`,
        [BATCH],
      );
      const found = rows.map((row) => ({ id: row.id, people: peopleIn(row) }));
      await this.#database.raw(
        `update admin_logs set people = array(select jsonb_array_elements_text(given.people)::bigint)
         from jsonb_to_recordset(?::jsonb) as given (id bigint, people jsonb) where admin_logs.id = given.id`,
        [JSON.stringify(found)],
      );
      return rows.length === 0 ? undefined : [...new Set(found.flatMap(({ people }) => people))];
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

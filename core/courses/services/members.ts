import type { Page, Services } from 'lectern';
import type { Statement } from '../../database/index.ts';
import type { User, Users } from '../../users/index.ts';
import type { memberRoles } from '../shapes/words.ts';
import { People } from './people.ts';

/** Somebody who takes part; `Parent` is the name of the field that says in what. */
export type Member<Parent extends string> = MemberRow<Parent> & { readonly user: User };

type MemberRow<Parent extends string> = Readonly<Record<Parent, string>> & {
  readonly id: string;
  readonly userId: string;
  readonly role: (typeof memberRoles)[number];
  readonly locked: boolean;
};

interface Position {
  readonly offset: number;
  readonly limit: number;
}

/** Reads who takes part in goods of one kind. */
export class Members<Parent extends string> {
  readonly #users: Users;
  readonly #page: Statement<MemberRow<Parent>, Position & { parentId: string }>;
  readonly #count: Statement<{ total: string }, { parentId: string }>;

  /**
   * @param of.table where the members are kept
   * @param of.parent name of the field that says in what they take part
   * @param of.column the column of that field
   */
  constructor(
    { database, users }: Pick<Services, 'database' | 'users'>,
    { table, parent, column }: { table: string; parent: Parent; column: string },
  ) {
    this.#users = users;
    const names = { id: 'id', [parent]: column, role: 'role', locked: 'locked', userId: 'user_id' };
    this.#page = database.statement((q, param) => {
      const newest = q(table).select('id').where(column, param('parentId')).where({ locked: false });
      const ids = newest.orderByRaw('created_at desc, id desc').offset(param('offset')).limit(param('limit'));
      return q(table).select(names).whereRaw('id = any(array(?))', [ids]).orderByRaw('created_at desc, id desc');
    });
    this.#count = database.statement((q, param) =>
      q(table).count({ total: '*' }).where(column, param('parentId')).where({ locked: false }),
    );
  }

  /** Those who are not locked out, newest first. */
  async list(parentId: string, { offset, limit }: Position): Promise<Page<Member<Parent>>> {
    const [rows, counted] = await Promise.all([
      this.#page.all({ parentId, offset, limit }),
      this.#count.first({ parentId }),
    ]);
    return { data: await this.#complete(rows), total: Number(counted?.total ?? 0) };
  }

  /** Whoever is deleted in this moment is no member any more. */
  async #complete(rows: readonly MemberRow<Parent>[]): Promise<Member<Parent>[]> {
    const people = await People.of(
      this.#users,
      rows.map(({ userId }) => userId),
    );
    return rows.flatMap((row) => {
      const user = people.one(row.userId);
      return user ? [{ ...row, user }] : [];
    });
  }
}

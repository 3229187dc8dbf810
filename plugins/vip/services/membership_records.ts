import { use, type InputOf, type Page, type SourceOfShape } from 'lectern';
import { keysetPaging, ListOrder, Pages, type Statement } from 'lectern/core';
import { failures } from '../failures.ts';
import type { managedMembership, membershipRecord, membershipStates } from '../shapes/managed_membership.ts';

export type ManagedMembership = SourceOfShape<typeof managedMembership, 'public'>;
export type MembershipRecord = SourceOfShape<typeof membershipRecord, 'public'>;

type PagePlace = InputOf<typeof keysetPaging>;

export interface MembershipQuery extends PagePlace {
  readonly levelId?: string | undefined;
  readonly userId?: string | undefined;
  readonly state?: (typeof membershipStates)[number] | undefined;
}

type Row = Omit<ManagedMembership, 'id' | 'nickname' | 'state'> & { readonly userId: string };

const columns = `user_id as "userId", level_id as "levelId", deadline, created_at as "createdTime",
  updated_at as "updatedTime", (select name from vip_levels where vip_levels.id = level_id) as "vipName"`;
const recordColumns = `id, action, level_id as "levelId", unit, deadline_before as "deadlineBefore",
  deadline_after as deadline, coalesce(order_sn, refunded_sn) as "orderSn", manager_id as "managerId", reason,
  created_at as "createdTime"`;
const longestFirst = new ListOrder('vip_members', [
  { column: 'deadline', type: 'time', descending: true },
  { column: 'id', type: 'integer', descending: true },
]);
const newestFirst = new ListOrder('vip_member_history', [{ column: 'id', type: 'integer', descending: true }]);

/** Reads memberships and their changes, for managers. */
export class MembershipRecords {
  readonly #clock = use('clock');
  readonly #users = use('users');
  readonly #database = use('database');
  readonly #pages = new Pages(this.#database, 'vip_members');
  readonly #recordPages = new Pages(this.#database, 'vip_member_history');
  readonly #one: Statement<Row, { userId: string }> = this.#database.statement(
    `select ${columns} from vip_members where user_id = :userId`,
  );

  /** @throws failures.noMembership */
  async get(userId: string): Promise<ManagedMembership> {
    const found = await this.find(userId);
    if (!found) throw failures.noMembership();
    return found;
  }

  async find(userId: string): Promise<ManagedMembership | undefined> {
    const row = await this.#one.first({ userId });
    return row && (await this.#shown([row]))[0];
  }

  /** A page of memberships, the latest deadline first. */
  async list({ levelId, userId, state, ...place }: MembershipQuery): Promise<Page<ManagedMembership>> {
    const now = this.#clock.now();
    const page = await this.#pages.list<Row>({
      order: longestFirst,
      columns,
      conditions: {
        'level_id = ?': levelId,
        'user_id = ?': userId,
        'deadline >= ?': state === 'valid' ? now : undefined,
        'deadline < ?': state === 'expired' ? now : undefined,
      },
      place,
      forOperators: true,
    });
    return { ...page, data: await this.#shown(page.data) };
  }

  /** A page of the changes of a membership, the newest first. */
  changes(userId: string, place: PagePlace): Promise<Page<MembershipRecord>> {
    const conditions = { 'user_id = ?': userId };
    return this.#recordPages.list({ order: newestFirst, columns: recordColumns, conditions, place });
  }

  async #shown(rows: readonly Row[]): Promise<ManagedMembership[]> {
    const named = await this.#users.withNicknames(rows);
    const now = this.#clock.now();
    return named.map((row) => ({
      id: row.userId,
      state: row.deadline >= now ? ('valid' as const) : ('expired' as const),
      ...row,
    }));
  }
}

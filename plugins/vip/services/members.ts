import { use } from 'lectern';
import type { Memberships, Statement } from 'lectern/core';
import { failures } from '../failures.ts';
import { vipSection } from '../settings_section.ts';
import { isValid, type Change, type Membership } from './membership.ts';
import { MemberHistory } from './member_history.ts';

/** A membership in answers; every value is text (specification, section 2, Membership record). */
export interface SimpleVip {
  readonly levelId: string;
  readonly vipName: string;
  readonly deadline: string;
  readonly seq: string;
}

/** A new or extended membership. */
export interface Grant extends Membership {
  readonly userId: string;
  readonly action: 'new' | 'renew' | 'upgrade';
  /** Number of the order that paid for the grant; each order grants a membership at most once. */
  readonly orderSn?: string;
}

interface MemberRow {
  readonly levelId: string;
  readonly vipName: string;
  readonly deadline: Date;
  readonly seq: number;
}

const kept = 'select level_id as "levelId", unit, deadline from vip_members where user_id = :userId';

/** Reads and changes the memberships of users: level and deadline. */
export class Members implements Memberships {
  readonly #calendar = use('vipCalendar');
  readonly #clock = use('clock');
  readonly #database = use('database');
  readonly #history = use(MemberHistory);
  readonly #settings = use('settings');
  readonly #one: Statement<MemberRow, { userId: string }> = this.#database
    .statement(`select level.id as "levelId", level.name as "vipName", deadline, seq
      from vip_members join vip_levels as level on level.id = level_id where user_id = :userId`);
  readonly #reached: Statement<{ reached: boolean; enabled: boolean }, { userId: string; levelId: string; now: Date }> =
    this.#database.statement(`select exists (
           select from vip_members as member join vip_levels as own on own.id = member.level_id
           where member.user_id = :userId and member.deadline >= :now and own.seq >= asked.seq
         ) as reached, asked.enabled
         from vip_levels as asked where asked.id = :levelId`);
  readonly #kept: Statement<Membership, { userId: string }> = this.#database.statement(kept);
  readonly #held: Statement<Membership, { userId: string }> = this.#database.statement(`${kept} for update`);

  /** Membership of a user, even if expired; null when the user never had a membership. */
  async of(userId: string): Promise<SimpleVip | null> {
    const row = await this.#one.first({ userId });
    return row ? { ...row, deadline: this.#calendar.write(row.deadline), seq: String(row.seq) } : null;
  }

  /** Membership of a user if it is valid at `now`, otherwise undefined. */
  async valid(userId: string, now: Date): Promise<Membership | undefined> {
    const membership = await this.#kept.first({ userId });
    return isValid(membership, now) ? membership : undefined;
  }

  /**
   * Whether a user has the benefits of a level: a valid membership of that level or a higher one. Always false while
   * the setting `enabled` is off.
   * @throws failures.levelNotFound when the level is missing, or disabled without `manages`
   */
  async isMember(userId: string, levelId: string, { manages = true } = {}): Promise<boolean> {
    const found = await this.#reached.first({ userId, levelId, now: this.#clock.now() });
    if (!found || !(found.enabled || manages)) throw failures.levelNotFound();
    return found.reached && (await this.#settings.get(vipSection)).enabled;
  }

  /** Replaces the membership of a user and records the former state. */
  async grant({ userId, ...change }: Grant): Promise<void> {
    await this.change(userId, () => Promise.resolve(change));
  }

  /**
   * Changes a membership and records its former state. The row stays locked until the transaction ends, so that a
   * concurrent change reads the result of this one.
   * @param decide receives the membership, even if expired, or undefined; returns the change, or undefined to change
   *   nothing. `change` may call `decide` several times; its queries run in the transaction.
   * @returns the decision
   */
  async change<C extends Change>(userId: string, decide: Decide<C>): Promise<C | undefined> {
    return this.#database.transaction(async () => {
      for (;;) {
        const held = await this.#held.first({ userId });
        const change = await decide(held);
        if (!change) return undefined;
        // A concurrent transaction has inserted the membership; the next read finds the row.
        if (!(await this.#put(userId, held, change))) continue;
        await this.#history.add({ userId, before: held, change });
        return change;
      }
    });
  }

  async #put(userId: string, held: Membership | undefined, { levelId, unit, deadline }: Membership): Promise<boolean> {
    const now = this.#clock.now();
    const members = this.#database.table('vip_members');
    const row = { level_id: levelId, unit, deadline, updated_at: now };
    if (held) return (await members.where({ user_id: userId }).update(row)) > 0;
    const made = members
      .insert({ user_id: userId, ...row, created_at: now })
      .onConflict('user_id')
      .ignore();
    return (await made.returning('user_id')).length > 0;
  }
}

type Decide<C> = (held: Membership | undefined) => Promise<C | undefined>;

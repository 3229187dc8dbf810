import type { Services } from 'lectern';
import type { Database, Memberships, Statement } from 'lectern/core';
import { failures } from '../failures.ts';
import { vipSection } from '../settings_section.ts';
import type { Calendar } from './calendar.ts';

/** A membership as it is shown, all of it text (specification, section 2, Membership record). */
export interface SimpleVip {
  readonly levelId: string;
  readonly vipName: string;
  readonly deadline: string;
  readonly seq: string;
}

/** What somebody becomes, or stays, a member by. */
export interface Grant {
  readonly userId: string;
  readonly levelId: string;
  /** What was bought last; the price of an upgrade depends on it. */
  readonly unit: 'month' | 'year';
  /** The last moment of the membership. */
  readonly deadline: Date;
  readonly action: 'new' | 'renew' | 'upgrade';
  /** The order that paid for it; one order grants once. */
  readonly orderSn?: string;
}

interface MemberRow {
  readonly levelId: string;
  readonly vipName: string;
  readonly deadline: Date;
  readonly seq: number;
}

interface MemberRecord {
  readonly user_id: string;
  readonly level_id: string;
  readonly unit: string;
  readonly deadline: Date;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Who is a member, of which level, and until when. */
export class Members implements Memberships {
  readonly #calendar: Calendar;
  readonly #clock: Services['clock'];
  readonly #database: Database;
  readonly #settings: Services['settings'];
  readonly #one: Statement<MemberRow, { userId: string }>;
  readonly #reached: Statement<{ reached: boolean }, { userId: string; levelId: string; now: Date }>;

  constructor({
    clock,
    database,
    settings,
    vipCalendar,
  }: Pick<Services, 'clock' | 'database' | 'settings' | 'vipCalendar'>) {
    this.#calendar = vipCalendar;
    this.#clock = clock;
    this.#database = database;
    this.#settings = settings;
    this.#one = database.statement((q, param) =>
      q('vip_members as member')
        .join('vip_levels as level', 'level.id', 'member.level_id')
        .select({ levelId: 'level.id', vipName: 'level.name', deadline: 'deadline', seq: 'seq' })
        .where('user_id', param('userId')),
    );
    this.#reached = database.statement((q, param) =>
      q.raw(
        `select exists (
           select from vip_members as member join vip_levels as own on own.id = member.level_id
           where member.user_id = ? and member.deadline >= ? and own.seq >= asked.seq
         ) as reached
         from vip_levels as asked where asked.id = ?`,
        [param('userId'), param('now'), param('levelId')],
      ),
    );
  }

  /** The membership of a user, also one that has expired; null for who never had any. */
  async of(userId: string): Promise<SimpleVip | null> {
    const row = await this.#one.first({ userId });
    return row ? { ...row, deadline: this.#calendar.write(row.deadline), seq: String(row.seq) } : null;
  }

  /**
   * Whether a user has what the members of a level have: by a membership of that level or a higher one that has not
   * expired, while membership is on.
   * @throws failures.levelNotFound
   */
  async isMember(userId: string, levelId: string): Promise<boolean> {
    const found = await this.#reached.first({ userId, levelId, now: this.#clock.now() });
    if (!found) throw failures.levelNotFound();
    return found.reached && (await this.#settings.get(vipSection)).enabled;
  }

  /** Makes somebody a member, and notes down what it was before. What is granted replaces what the user had. */
  async grant({ userId, levelId, unit, deadline, action, orderSn }: Grant): Promise<void> {
    const now = this.#clock.now();
    const bought = { user_id: userId, level_id: levelId, unit, created_at: now };
    await this.#database.transaction(async () => {
      const before = await this.#put({ ...bought, deadline, updated_at: now });
      const deadlines = { deadline_before: before, deadline_after: deadline };
      const entry = { ...bought, ...deadlines, action, order_sn: orderSn ?? null };
      await this.#database.table('vip_member_history').insert(entry);
    });
  }

  /**
   * Writes the row of a member, and gives the deadline that stood in it before. Of two grants at once the second waits
   * here for the first: at the row that the first has made, or else at the one that it holds.
   */
  async #put({ user_id, created_at, ...changes }: MemberRecord): Promise<Date | null> {
    const members = () => this.#database.table<MemberRecord>('vip_members');
    const made = await members()
      .insert({ user_id, created_at, ...changes })
      .onConflict('user_id')
      .ignore()
      .returning('user_id');
    if (made.length > 0) return null;
    const held = await members().where({ user_id }).forUpdate().first('deadline');
    await members().where({ user_id }).update(changes);
    return held?.deadline ?? null;
  }
}

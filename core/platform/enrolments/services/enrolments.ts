import { use, type Page, type Picture, type WholeNumber } from 'lectern';
import { ListOrder, Pages, type PagePlace, type Statement } from '../../../infrastructure/database/index.ts';
import type { Checked } from '../../../infrastructure/events/index.ts';
import { enrolmentFailures } from '../failures.ts';
import type { Access, GoodsStatus, MemberKind, MemberRole, Members } from '../../goods/index.ts';

/**
 * State of a member's access to the goods: `open`, or the reason why the access is closed. With `not_covered`, no
 * membership of the user includes the goods any more.
 */
export const enrolmentStates = ['open', 'locked', 'expired', 'not_covered'] as const;

/** Goods that a user has joined. */
export interface Enrolment extends EnrolmentRow {
  readonly state: State;
}

type State = (typeof enrolmentStates)[number];

interface EnrolmentRow {
  /** Id of the goods. */
  readonly id: string;
  readonly title: string;
  readonly cover: Picture | null;
  /** Status of the goods. */
  readonly status: GoodsStatus;
  readonly vipLevelId: string;
  readonly role: MemberRole;
  readonly locked: boolean;
  readonly access: Access;
  readonly joinedTime: Date;
  /** End of the access; null for no end. */
  readonly deadline: Date | null;
  /** Revision of the membership. */
  readonly revision: string;
}

/** Published goods to join. */
export interface JoinableGoods {
  readonly price: WholeNumber;
  readonly vipLevelId?: WholeNumber;
  readonly joinEnable?: boolean;
  /** Common end of all memberships, in unix seconds; "0" for none. */
  readonly expiryEndDate?: WholeNumber;
}

/** Members of the goods of one kind, and the goods that users may join. */
export interface JoinableKind {
  readonly members: Pick<Members<string>, 'admit' | 'dismiss'>;
  /** Returns published goods. @throws `notFound` of the `MemberKind` for missing and unpublished goods */
  readonly published: (id: string) => Promise<JoinableGoods>;
}

/**
 * Lists, joins and leaves goods of one kind for a user. Access is granted by a manager, bought, free, or covered by a
 * membership level.
 *
 * @example
 * const { state } = await courseEnrolments.get(user.id, courseId);
 */
export class Enrolments {
  readonly #clock = use('clock');
  readonly #coverages = use('coverages');
  readonly #joining: Checked<'goods.joining'> = use('eventChecks').before('goods.joining');
  readonly #columns: string;
  readonly #newestFirst: ListOrder;
  readonly #one: Statement<EnrolmentRow, { parentId: string; userId: string }>;
  readonly #pages: Pages;

  constructor(
    private readonly goods: JoinableKind,
    private readonly kind: MemberKind,
  ) {
    const database = use('database');
    this.#columns = columnsOf(kind);
    this.#newestFirst = new ListOrder(kind.table, [{ column: 'id', type: 'integer', descending: true }]);
    this.#one = database.statement(
      `select ${this.#columns} from ${kind.table} where ${kind.column} = :parentId and user_id = :userId`,
    );
    this.#pages = new Pages(database, kind.table);
  }

  /** Returns a page of the goods that a user has joined, the last joined first. */
  async list(userId: string, place: PagePlace): Promise<Page<Enrolment>> {
    const page = await this.#pages.list<EnrolmentRow>({
      order: this.#newestFirst,
      columns: this.#columns,
      conditions: { 'user_id = ?': userId },
      place,
    });
    return { ...page, data: await this.#complete(userId, page.data) };
  }

  /** The membership of a user in the goods. @throws enrolmentFailures.notJoined */
  async get(userId: string, parentId: string): Promise<Enrolment> {
    const row = await this.#one.first({ parentId, userId });
    if (!row) throw enrolmentFailures.notJoined();
    return (await this.#complete(userId, [row]))[0] as Enrolment;
  }

  /**
   * Makes a user a student of goods that are free, or included in a membership level of the user. A student whose
   * access has expired or is no longer covered may join again.
   * @throws `notFound` of the `MemberKind` for missing and unpublished goods
   * @throws enrolmentFailures.alreadyJoined, lockedOut, joiningDisabled, goodsEnded, mustBeBought
   * @throws failures of the checks of `goods.joining`
   */
  async join(userId: string, parentId: string): Promise<Enrolment> {
    const { published, members } = this.goods;
    const goods = await published(parentId);
    const { joinEnable = true, expiryEndDate = '0' } = goods;
    const access = await this.#accessTo(goods, userId, parentId);
    const row = await this.#one.first({ parentId, userId });
    const held = row && (await this.#complete(userId, [row]))[0];
    if (held?.state === 'locked') throw enrolmentFailures.lockedOut();
    if (held?.state === 'open') throw enrolmentFailures.alreadyJoined();
    if (!joinEnable) throw enrolmentFailures.joiningDisabled();
    if (Number(expiryEndDate) !== 0 && Number(expiryEndDate) * 1_000 <= this.#clock.now().getTime()) {
      throw enrolmentFailures.goodsEnded();
    }
    if (!access) throw enrolmentFailures.mustBeBought();
    const { targetType } = this.kind;
    const admit = () => members.admit(parentId, userId, { access, replaces: held?.revision });
    if (!(await this.#joining({ userId, targetType, targetId: parentId, access }, admit))) {
      throw enrolmentFailures.alreadyJoined();
    }
    return this.get(userId, parentId);
  }

  /**
   * Removes a student from goods that the user has joined without a purchase. A lock by a manager stays.
   * @throws enrolmentFailures.notJoined, notLeavable
   */
  async leave(userId: string, parentId: string): Promise<void> {
    if (await this.goods.members.dismiss(parentId, userId, ['free', 'covered'])) return;
    if (await this.#one.first({ parentId, userId })) throw enrolmentFailures.notLeavable();
    throw enrolmentFailures.notJoined();
  }

  async #accessTo(goods: JoinableGoods, userId: string, targetId: string): Promise<'free' | 'covered' | undefined> {
    if (Number(goods.price) === 0) return 'free';
    const { targetType } = this.kind;
    const vipLevelId = String(goods.vipLevelId ?? 0);
    const [cover] = await this.#coverages.covered(userId, [{ targetType, targetId, vipLevelId }]);
    return cover === undefined ? undefined : 'covered';
  }

  async #complete(userId: string, rows: readonly EnrolmentRow[]): Promise<Enrolment[]> {
    const { targetType } = this.kind;
    const covered = rows.filter(({ access }) => access === 'covered');
    const names = await this.#coverages.covered(
      userId,
      covered.map(({ id, vipLevelId }) => ({ targetType, targetId: id, vipLevelId })),
    );
    const open = new Set(covered.filter((_, index) => names[index] !== undefined));
    const now = this.#clock.now();
    return rows.map((row) => ({ state: stateOf(row, { now, covered: open.has(row) }), ...row }));
  }
}

function stateOf({ locked, access, deadline }: EnrolmentRow, { now, covered }: { now: Date; covered: boolean }): State {
  if (locked) return 'locked';
  if (deadline && deadline <= now) return 'expired';
  return access === 'covered' && !covered ? 'not_covered' : 'open';
}

function columnsOf({ table, column, goods, hasLevel }: MemberKind): string {
  const ofGoods = (name: string) => `(select ${name} from ${goods} where ${goods}.id = ${table}.${column})`;
  return `${table}.${column} as id, ${table}.role, ${table}.locked, ${table}.access, ${table}.revision,
    ${table}.created_at as "joinedTime", ${table}.deadline, ${ofGoods('title')} as title, ${ofGoods('cover')} as cover,
    ${ofGoods('status')} as status, ${hasLevel ? ofGoods('vip_level_id') : '0::bigint'} as "vipLevelId"`;
}

import { use, type Page } from 'lectern';
import { selected, together, type Database, type ReadCall } from '../../../infrastructure/database/index.ts';
import type { User } from '../../users/index.ts';
import type { Access } from '../enums.ts';
import { studentsOf, type MemberKind, type Part } from './member_kind.ts';
import { StudentCounts } from './student_counts.ts';

/** A member; `Parent` is the name of the field with the id of the goods. */
export type Member<Parent extends string> = MemberRow<Parent> & { readonly user: User };

type MemberRow<Parent extends string> = Readonly<Record<Parent, string>> &
  Part & { readonly id: string; readonly revision: string; readonly userId: string };

interface Position {
  readonly offset: number;
  readonly limit: number;
}

interface Wanted {
  readonly id: string;
  readonly manages: boolean;
}

/** Options for the admission of a user to goods. */
interface Admission {
  /** Default: `bought`. */
  readonly access?: Access;
  /**
   * Revision of the membership to replace. By default, a purchase replaces a membership whose access is `free` or
   * `covered`.
   */
  readonly replaces?: string | undefined;
}

interface Standing {
  readonly access: Access;
  readonly locked: boolean;
}

/**
 * Reads, admits and dismisses the members of one kind of goods.
 *
 * @example
 * if (await courseMembers.has(courseId, user.id)) await courseMembers.dismiss(courseId, user.id);
 */
export class Members<Parent extends string> {
  readonly #database = use('database');
  readonly #clock = use('clock');
  readonly #users = use('users');
  readonly #students: StudentCounts;
  readonly #statements: ReturnType<typeof statementsOf<Parent>>;

  constructor(private readonly kind: MemberKind<Parent>) {
    this.#students = new StudentCounts(kind);
    this.#statements = statementsOf(this.#database, kind);
  }

  /** Members that are not locked out, newest first. */
  async list(parentId: string, { offset, limit }: Position, call?: ReadCall): Promise<Page<Member<Parent>>> {
    const [rows, counted] = await Promise.all([
      this.#statements.page.all({ parentId, offset, limit }, call),
      this.#statements.count.first({ parentId }, call),
    ]);
    return { data: await this.#complete(rows, call), total: Number(counted?.total ?? 0) };
  }

  /** Finds locked-out members only with `manages`. @throws `noMember` of the `MemberKind` */
  async get(parentId: string, { id, manages }: Wanted, call?: ReadCall): Promise<Member<Parent>> {
    const row = await this.#statements.one.first({ parentId, id }, call);
    const [member] = row && (manages || !row.locked) ? await this.#complete([row], call) : [];
    if (member) return member;
    throw this.kind.noMember(parentId, id);
  }

  /** Whether a user is a member, in any role, locked out or not. */
  async has(parentId: string, userId: string): Promise<boolean> {
    return (await this.standing(parentId, userId)) !== undefined;
  }

  /** Reason of a user's membership, and whether a manager has locked the user out; undefined without a membership. */
  standing(parentId: string, userId: string): Promise<Standing | undefined> {
    return this.#statements.ofUser.first({ parentId, userId });
  }

  /**
   * Makes a user a student; an existing member keeps the role. Joins the open transaction, and may be repeated.
   * @returns whether the membership is new or was replaced
   * @throws `notFound` of the `MemberKind` for missing goods
   */
  async admit(parentId: string, userId: string, { access = 'bought', replaces }: Admission = {}): Promise<boolean> {
    const values = { parentId, userId, access, now: this.#clock.now() };
    return this.#database.transaction(async () => {
      const [, joined] = await together([this.#students.lock(parentId), this.#statements.join.first(values)]);
      if (joined) {
        await this.#students.change(parentId, studentsOf(joined));
        return true;
      }
      if (replaces === undefined && access !== 'bought') return false;
      return (await this.#statements.renew.first({ ...values, replaces: replaces ?? null })) !== undefined;
    });
  }

  /**
   * Reverts `admit`: removes a student with one of the given accesses; a teacher stays. The membership of a student who
   * is locked out only ends, so that joining or buying again does not lift the lock. Joins the open transaction, and may
   * be repeated.
   * @returns whether a membership was removed or ended
   */
  async dismiss(parentId: string, userId: string, accesses: readonly Access[] = ['bought']): Promise<boolean> {
    return this.#database.transaction(async () => {
      if (!(await this.#students.tryLock(parentId))) return false;
      const which = { parentId, userId, accesses };
      if (await this.#statements.endLocked.first({ ...which, now: this.#clock.now() })) return true;
      const left = await this.#statements.leave.first(which);
      if (left) await this.#students.change(parentId, -studentsOf(left));
      return left !== undefined;
    });
  }

  /** Adds the user to each member; leaves out members whose user was deleted after the read. */
  async #complete(rows: readonly MemberRow<Parent>[], call: ReadCall | undefined): Promise<Member<Parent>[]> {
    const users = await this.#users.simpleByIds(
      rows.map(({ userId }) => userId),
      call,
    );
    return rows.flatMap((row) => {
      const user = users.get(row.userId);
      return user ? [{ user, ...row }] : [];
    });
  }
}

interface OfUser {
  readonly parentId: string;
  readonly userId: string;
}

interface Dismissed extends OfUser {
  readonly accesses: readonly Access[];
}

interface Admitted extends OfUser {
  readonly access: Access;
  readonly now: Date;
}

function statementsOf<Parent extends string>(database: Database, kind: MemberKind<Parent>) {
  const { table, parent, column, fields } = kind;
  type Row = MemberRow<Parent>;
  const own = { id: 'id', [parent]: column, role: 'role', locked: 'locked', userId: 'user_id', revision: 'revision' };
  const names = { ...own, ...fields };
  const newest = 'created_at desc, id desc';
  return {
    page: database.statement<Row, Position & { parentId: string }>((q, param) => {
      const ofGoods = q(table).select('id').where(column, param('parentId')).where({ locked: false });
      const ids = ofGoods.orderByRaw(newest).offset(param('offset')).limit(param('limit'));
      return q(table).select(selected(q, names)).whereRaw('id = any(array(?))', [ids]).orderByRaw(newest);
    }),
    count: database.statement<{ total: string }, { parentId: string }>((q, param) =>
      q(table).count({ total: '*' }).where(column, param('parentId')).where({ locked: false }),
    ),
    one: database.statement<Row, { parentId: string; id: string }>((q, param) =>
      q(table)
        .select(selected(q, names))
        .where({ [column]: param('parentId'), id: param('id') }),
    ),
    ofUser: database.statement<Standing, OfUser>((q, param) =>
      q(table).select('access', 'locked').where(column, param('parentId')).where('user_id', param('userId')),
    ),
    ...admissionsOf(database, kind),
  };
}

function admissionsOf(database: Database, { table, column, goods, hasExpiry }: MemberKind) {
  // For the mode `forever`, `expiry_end_at` is null.
  const deadline = hasExpiry
    ? `case expiry_mode when 'days' then :now::timestamptz + expiry_days * interval '1 day' else expiry_end_at end`
    : 'null::timestamptz';
  return {
    join: database.statement<Part, Admitted>(`insert into ${table} (${column}, user_id, access, created_at, deadline)
         select id, :userId, :access, :now::timestamptz, ${deadline} from ${goods} where id = :parentId
         on conflict (${column}, user_id) do nothing returning role, locked`),
    renew: database.statement<
      { id: string },
      Admitted & { replaces: string | null }
    >(`update ${table} as member set access = :access, revision = member.revision + 1, deadline = ${deadline}
         from ${goods} as goods
         where goods.id = :parentId and member.${column} = goods.id and member.user_id = :userId and member.role = 'student'
           and coalesce(member.revision = :replaces::bigint, member.access in ('free', 'covered'))
         returning member.id`),
    // An ended membership is free, so that after the lock is lifted, the user joins or buys again.
    endLocked: database.statement<
      { id: string },
      Dismissed & { now: Date }
    >(`update ${table} set access = 'free', deadline = :now, revision = revision + 1
         where ${column} = :parentId and user_id = :userId and role = 'student' and locked and access = any(:accesses) returning id`),
    leave: database.statement<
      Part,
      Dismissed
    >(`delete from ${table} where ${column} = :parentId and user_id = :userId and role = 'student' and access = any(:accesses)
         returning role, locked`),
  };
}

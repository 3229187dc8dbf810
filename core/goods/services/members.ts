import type { Page, Services } from 'lectern';
import { together, type Database, type ReadCall } from '../../database/index.ts';
import type { User, Users } from '../../users/index.ts';
import { studentsOf, type MemberKind, type Part } from './member_kind.ts';
import { Students } from './students.ts';

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

/** Members of goods of one kind. */
export class Members<Parent extends string> {
  readonly #database: Database;
  readonly #clock: Services['clock'];
  readonly #users: Users;
  readonly #kind: MemberKind<Parent>;
  readonly #students: Students;
  readonly #statements: ReturnType<typeof statementsOf<Parent>>;

  constructor({ database, clock, users }: Pick<Services, 'database' | 'clock' | 'users'>, kind: MemberKind<Parent>) {
    this.#database = database;
    this.#clock = clock;
    this.#users = users;
    this.#kind = kind;
    this.#students = new Students({ database }, kind);
    this.#statements = statementsOf(database, kind);
  }

  /** Members that are not locked out, newest first. */
  async list(parentId: string, { offset, limit }: Position, call?: ReadCall): Promise<Page<Member<Parent>>> {
    const [rows, counted] = await Promise.all([
      this.#statements.page.all({ parentId, offset, limit }, call),
      this.#statements.count.first({ parentId }, call),
    ]);
    return { data: await this.#complete(rows, call), total: Number(counted?.total ?? 0) };
  }

  /** One member; a locked-out member only with `manages`. @throws the kind's failure for a missing member */
  async get(parentId: string, { id, manages }: Wanted, call?: ReadCall): Promise<Member<Parent>> {
    const row = await this.#statements.one.first({ parentId, id }, call);
    const [member] = row && (manages || !row.locked) ? await this.#complete([row], call) : [];
    if (member) return member;
    throw this.#kind.noMember(parentId, id);
  }

  /** Whether a user is a member, in any role, locked out or not. */
  async has(parentId: string, userId: string): Promise<boolean> {
    return (await this.#statements.ofUser.first({ parentId, userId })) !== undefined;
  }

  /**
   * Makes a user a student; an existing member keeps the role. Joins the open transaction, and may be repeated.
   * @throws the kind's failure for missing goods
   */
  async admit(parentId: string, userId: string): Promise<void> {
    await this.#database.transaction(async () => {
      const [, joined] = await together([
        this.#students.lock(parentId),
        this.#statements.join.first({ parentId, userId, now: this.#clock.now() }),
      ]);
      if (joined) await this.#students.change(parentId, studentsOf(joined));
    });
  }

  /**
   * Reverts `admit`: removes a student, locked out or not; a teacher stays. Joins the open transaction, and may be
   * repeated.
   */
  async dismiss(parentId: string, userId: string): Promise<void> {
    await this.#database.transaction(async () => {
      if (!(await this.#students.tryLock(parentId))) return;
      const left = await this.#statements.leave.first({ parentId, userId });
      if (left) await this.#students.change(parentId, -studentsOf(left));
    });
  }

  /** Leaves out members whose user was deleted at this moment. */
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

function statementsOf<Parent extends string>(database: Database, { table, parent, column }: MemberKind<Parent>) {
  type Row = MemberRow<Parent>;
  const names = { id: 'id', [parent]: column, role: 'role', locked: 'locked', userId: 'user_id', revision: 'revision' };
  const newest = 'created_at desc, id desc';
  return {
    page: database.statement<Row, Position & { parentId: string }>((q, param) => {
      const ofGoods = q(table).select('id').where(column, param('parentId')).where({ locked: false });
      const ids = ofGoods.orderByRaw(newest).offset(param('offset')).limit(param('limit'));
      return q(table).select(names).whereRaw('id = any(array(?))', [ids]).orderByRaw(newest);
    }),
    count: database.statement<{ total: string }, { parentId: string }>((q, param) =>
      q(table).count({ total: '*' }).where(column, param('parentId')).where({ locked: false }),
    ),
    one: database.statement<Row, { parentId: string; id: string }>((q, param) =>
      q(table).select(names).where(column, param('parentId')).where('id', param('id')),
    ),
    ofUser: database.statement<{ id: string }, OfUser>((q, param) =>
      q(table).select('id').where(column, param('parentId')).where('user_id', param('userId')),
    ),
    join: database.statement<Part, OfUser & { now: Date }>((q, param) =>
      q.raw(
        `insert into ${table} (${column}, user_id, created_at) values (?, ?, ?)
         on conflict (${column}, user_id) do nothing returning role, locked`,
        [param('parentId'), param('userId'), param('now')],
      ),
    ),
    leave: database.statement<Part, OfUser>((q, param) =>
      q.raw(`delete from ${table} where ${column} = ? and user_id = ? and role = 'student' returning role, locked`, [
        param('parentId'),
        param('userId'),
      ]),
    ),
  };
}

import type { Services } from 'lectern';
import { insertRow, revise, type Database, type Target } from '../../database/index.ts';
import type { MemberChange, NewMember } from '../inputs.ts';
import { mustBeUsers } from './known_users.ts';
import { studentsOf, type MemberKind, type Part } from './member_kind.ts';
import { Students } from './students.ts';

/** Which member of which goods is changed. */
export interface MemberTarget extends Target {
  readonly parentId: string;
}

/** Changes of the members of one kind of goods, for those who manage them. */
export class MemberEditing {
  readonly #database: Database;
  readonly #clock: Services['clock'];
  readonly #users: Services['users'];
  readonly #kind: MemberKind;
  readonly #students: Students;

  constructor({ database, clock, users }: Pick<Services, 'database' | 'clock' | 'users'>, kind: MemberKind) {
    this.#database = database;
    this.#clock = clock;
    this.#users = users;
    this.#kind = kind;
    this.#students = new Students({ database }, kind);
  }

  /** Adds a member. @returns the id of the membership @throws what the kind says of missing goods and of a member, invalidParameter */
  add(parentId: string, { userId, role = 'student' }: NewMember): Promise<string> {
    const { table, column, alreadyMember } = this.#kind;
    return this.#change(parentId, async () => {
      await mustBeUsers(this.#users, 'userId', [userId]);
      const key = { [column]: parentId, user_id: userId };
      if (await this.#database.table(table).where(key).first('id')) throw alreadyMember();
      const id = await insertRow(this.#database, table, { ...key, role, created_at: this.#clock.now() });
      return [studentsOf({ role, locked: false }), id];
    });
  }

  /** Changes what is given. @throws what the kind says of missing goods and members, preconditionFailed */
  update(target: MemberTarget, input: MemberChange): Promise<void> {
    const { table } = this.#kind;
    return this.#change(target.parentId, async () => {
      const before = await this.#find(target);
      await revise(this.#database, { ...target, table, change: input });
      return [studentsOf({ ...before, ...input }) - studentsOf(before), undefined];
    });
  }

  /** Removes a member. @throws what the kind says of missing goods and members, preconditionFailed */
  remove(target: MemberTarget): Promise<void> {
    const { table } = this.#kind;
    return this.#change(target.parentId, async () => {
      const before = await this.#find(target);
      // Makes sure of what the client has seen.
      await revise(this.#database, { ...target, table, change: {} });
      await this.#database.table(table).where('id', target.id).delete();
      return [-studentsOf(before), undefined];
    });
  }

  /** One change of the members of the same goods at a time. @param work answers how many students more there are, and its result */
  #change<T>(parentId: string, work: () => Promise<readonly [students: number, result: T]>): Promise<T> {
    return this.#database.transaction(async () => {
      await this.#students.lock(parentId);
      const [students, result] = await work();
      await this.#students.change(parentId, students);
      return result;
    });
  }

  async #find({ parentId, id }: MemberTarget): Promise<Part> {
    const { table, column, noMember } = this.#kind;
    const rows = this.#database.table<Part & Record<string, string>>(table);
    const found = await rows.where(column, parentId).where({ id }).first();
    if (found) return found;
    throw noMember(parentId, id);
  }
}

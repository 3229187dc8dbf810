import { use } from 'lectern';
import { insertRow, revise, type RevisionTarget } from '../../../infrastructure/database/index.ts';
import type { MemberChange, NewMember } from '../inputs.ts';
import { studentsOf, type MemberKind, type Part } from './member_kind.ts';
import { StudentCounts } from './student_counts.ts';

/** Ids of the goods (`parentId`) and of the membership, and the revision that the client has seen. */
export interface MemberTarget extends RevisionTarget {
  readonly parentId: string;
}

/** Adds, changes and removes members of one kind of goods, for managers. */
export class MemberEditing {
  readonly #database = use('database');
  readonly #clock = use('clock');
  readonly #users = use('users');
  readonly #students: StudentCounts;

  constructor(private readonly kind: MemberKind) {
    this.#students = new StudentCounts(kind);
  }

  /**
   * Adds a member.
   * @returns the id of the membership
   * @throws standardFailures.invalidParameter for an unknown user; `notFound` and `alreadyMember` of the `MemberKind`
   */
  add(parentId: string, { userId, role = 'student' }: NewMember): Promise<string> {
    const { table, column, alreadyMember } = this.kind;
    return this.#change(parentId, async () => {
      await this.#users.mustBePeople('userId', [userId]);
      const key = { [column]: parentId, user_id: userId };
      if (await this.#database.table(table).where(key).first('id')) throw alreadyMember();
      const id = await insertRow(this.#database, table, { ...key, role, created_at: this.#clock.now() });
      return [studentsOf({ role, locked: false }), id];
    });
  }

  /**
   * Changes the given fields.
   * @throws standardFailures.preconditionFailed when the client has seen another revision
   * @throws `notFound` and `noMember` of the `MemberKind`
   */
  update(target: MemberTarget, input: MemberChange): Promise<void> {
    const { table } = this.kind;
    return this.#change(target.parentId, async () => {
      const before = await this.#find(target);
      await revise(this.#database, { ...target, table, change: input });
      return [studentsOf({ ...before, ...input }) - studentsOf(before), undefined];
    });
  }

  /**
   * Removes a member.
   * @throws standardFailures.preconditionFailed when the client has seen another revision
   * @throws `notFound` and `noMember` of the `MemberKind`
   */
  remove(target: MemberTarget): Promise<void> {
    const { table } = this.kind;
    return this.#change(target.parentId, async () => {
      const before = await this.#find(target);
      // Checks the revision that the client has seen.
      await revise(this.#database, { ...target, table, change: {} });
      await this.#database.table(table).where('id', target.id).delete();
      return [-studentsOf(before), undefined];
    });
  }

  /**
   * Serializes changes of the members of the same goods.
   * @param work returns the difference of the number of students, and the result
   * @returns the result of `work`
   */
  #change<T>(parentId: string, work: () => Promise<readonly [students: number, result: T]>): Promise<T> {
    return this.#database.transaction(async () => {
      await this.#students.lock(parentId);
      const [students, result] = await work();
      await this.#students.change(parentId, students);
      return result;
    });
  }

  async #find({ parentId, id }: MemberTarget): Promise<Part> {
    const { table, column, noMember } = this.kind;
    const rows = this.#database.table<Part & Record<string, string>>(table);
    const found = await rows.where(column, parentId).where({ id }).first();
    if (found) return found;
    throw noMember(parentId, id);
  }
}

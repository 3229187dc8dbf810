import type { Services } from 'lectern';
import { insertRow, type Database } from '../../database/index.ts';
import { failures } from '../failures.ts';
import { lockExercise } from './exercise_lock.ts';
import { noMember, type PartOfExercise } from './exercise_part.ts';
import type { MemberRole } from './member_roles.ts';
import { wrongField } from './wrong_field.ts';

/** Who is to take part in an exercise. */
export interface NewMember {
  readonly userId: string;
  /** A student unless told. */
  readonly role?: MemberRole;
}

/** What an editor says of a member. */
export interface MemberDraft {
  readonly role?: MemberRole;
  readonly locked?: boolean;
}

const table = 'item_bank_exercise_members';

/** Changes of the members of exercises, for those who manage them. */
export class MemberEditing {
  readonly #database: Database;
  readonly #clock: Services['clock'];
  readonly #users: Services['users'];

  constructor({ database, clock, users }: Pick<Services, 'database' | 'clock' | 'users'>) {
    this.#database = database;
    this.#clock = clock;
    this.#users = users;
  }

  /** Adds a member. @returns the id of the membership @throws failures.exerciseNotFound, failures.alreadyMember, invalidParameter */
  async add(exerciseId: string, { userId, role = 'student' }: NewMember): Promise<string> {
    return this.#change(exerciseId, async () => {
      const user = (await this.#users.simpleByIds([userId])).get(userId);
      if (!user || user.destroyed) throw wrongField('userId', 'the id of a user');
      const key = { exercise_id: exerciseId, user_id: userId };
      if (await this.#database.table(table).where(key).first('id')) throw failures.alreadyMember();
      return insertRow(this.#database, table, { ...key, role, created_at: this.#clock.now() });
    });
  }

  /** Changes what is given. @throws failures.exerciseNotFound, failures.memberNotFound */
  async update(part: PartOfExercise, draft: MemberDraft): Promise<void> {
    await this.#change(part.exerciseId, async () => {
      // Named, because a change of nothing at all is no statement.
      const change = { ...draft, exercise_id: part.exerciseId };
      if ((await this.#one(part).update(change)) === 0) throw noMember(part);
    });
  }

  /** Removes a member. @throws failures.exerciseNotFound, failures.memberNotFound */
  async remove(part: PartOfExercise): Promise<void> {
    await this.#change(part.exerciseId, async () => {
      if ((await this.#one(part).delete()) === 0) throw noMember(part);
    });
  }

  /** One change of an exercise's members at a time, so that the number of students is counted of all of them. */
  #change<T>(exerciseId: string, work: () => Promise<T>): Promise<T> {
    return this.#database.transaction(async () => {
      await lockExercise(this.#database, exerciseId);
      const result = await work();
      await this.#database.raw(recount, [exerciseId]);
      return result;
    });
  }

  #one({ exerciseId, id }: PartOfExercise) {
    return this.#database.table(table).where({ exercise_id: exerciseId, id });
  }
}

// Not a revision of the exercise: an editor does not lose a change because somebody joined meanwhile.
const recount = `
  update item_bank_exercises set student_num = (
    select count(*) from item_bank_exercise_members
    where exercise_id = item_bank_exercises.id and role = 'student' and not locked
  ) where id = ?`;

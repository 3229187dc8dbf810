import { use } from 'lectern';
import { together, type Statement } from '../../../infrastructure/database/index.ts';
import type { MemberKind } from './member_kind.ts';

interface Step {
  readonly parentId: string;
  readonly by: number;
}

/**
 * Updates the stored number of students of goods. A change of members locks the goods and adds the difference, instead
 * of counting all members.
 */
export class StudentCounts {
  readonly #notFound: MemberKind['notFound'];
  readonly #lock: Statement<{ id: string }, { parentId: string }>;
  readonly #steps: readonly Statement<object, Step>[];

  constructor({ goods, whole, notFound }: MemberKind) {
    const database = use('database');
    this.#notFound = notFound;
    this.#lock = database.statement(`select id from ${goods} where id = :parentId for no key update`);
    const more = (table: string, which: string) =>
      database.statement<object, Step>(`update ${table} set student_num = student_num + :by where id = ${which}`);
    // Lock order: the goods before the table that contains them, such as a course before its course set.
    this.#steps = [
      more(goods, ':parentId'),
      ...(whole ? [more(whole.table, `(select ${whole.column} from ${goods} where id = :parentId)`)] : []),
    ];
  }

  /**
   * Locks the row of the goods until the transaction ends; changes of the members of the goods wait for this lock.
   * @throws `notFound` of the `MemberKind` for missing goods
   */
  async lock(parentId: string): Promise<void> {
    if (!(await this.tryLock(parentId))) throw this.#notFound(parentId);
  }

  /** Locks like `lock`, but does not throw. @returns false for missing goods */
  async tryLock(parentId: string): Promise<boolean> {
    return (await this.#lock.first({ parentId })) !== undefined;
  }

  /** Changes the number of students by `by`, which is negative when students leave. */
  async change(parentId: string, by: number): Promise<void> {
    if (by === 0) return;
    await together(this.#steps.map((step) => step.all({ parentId, by })));
  }
}

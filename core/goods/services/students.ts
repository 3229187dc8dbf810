import type { Services } from 'lectern';
import type { Statement } from '../../database/index.ts';
import type { MemberKind } from './member_kind.ts';

interface Step {
  readonly parentId: string;
  readonly by: number;
}

/**
 * The number of students of goods. Who changes their members locks the goods before, and tells by how many they have
 * changed: a course of a hundred thousand members is not counted anew whenever somebody joins.
 */
export class Students {
  readonly #notFound: MemberKind['notFound'];
  readonly #lock: Statement<{ id: string }, { parentId: string }>;
  readonly #steps: readonly Statement<object, Step>[];

  constructor({ database }: Pick<Services, 'database'>, { goods, whole, notFound }: MemberKind) {
    this.#notFound = notFound;
    this.#lock = database.statement((q, param) =>
      q.raw(`select id from ${goods} where id = ? for no key update`, [param('parentId')]),
    );
    const more = (table: string, which: string) =>
      database.statement<object, Step>((q, param) =>
        q.raw(`update ${table} set student_num = student_num + ? where id = ${which}`, [
          param('by'),
          param('parentId'),
        ]),
      );
    // The whole comes after the part: whoever locks both does so in this order.
    this.#steps = [
      more(goods, '?'),
      ...(whole ? [more(whole.table, `(select ${whole.column} from ${goods} where id = ?)`)] : []),
    ];
  }

  /** Lets nobody else change the members of the goods until the transaction ends. @throws what the kind says of missing goods */
  async lock(parentId: string): Promise<void> {
    if (!(await this.tryLock(parentId))) throw this.#notFound(parentId);
  }

  /** The same of goods that may be gone. @returns whether they are there */
  async tryLock(parentId: string): Promise<boolean> {
    return (await this.#lock.first({ parentId })) !== undefined;
  }

  /** Counts those who have come, or with a minus those who have left. */
  async change(parentId: string, by: number): Promise<void> {
    if (by === 0) return;
    for (const step of this.#steps) await step.all({ parentId, by });
  }
}

import type { Services } from 'lectern';
import type { Database, Target } from '../../database/index.ts';
import { GoodsRows, recommendationColumns, type RecommendationDraft } from '../../goods/index.ts';
import type { EditedGoods, GoodsDraft, GoodsRow } from '../../goods/index.ts';
import { failures, noCourseSet } from '../failures.ts';
import type { courseSetTypes } from '../shapes/words.ts';

/** What an editor says of a course set; its prices and levels are those of its courses. */
export interface CourseSetDraft extends GoodsDraft, RecommendationDraft {
  readonly subtitle?: string;
  readonly summary?: string;
  readonly type?: (typeof courseSetTypes)[number];
  readonly categoryId?: string;
  readonly tags?: readonly string[];
  readonly recommendedSeq?: number;
}

interface Row extends GoodsRow {
  readonly recommended: boolean;
}

const courseSets: EditedGoods<CourseSetDraft, Row> = {
  table: 'course_sets',
  name: 'A course set',
  grams: 'search_grams',
  columns: {
    title: 'title',
    subtitle: 'subtitle',
    summary: 'summary',
    cover: 'cover',
    status: 'status',
    type: 'type',
    categoryId: 'category_id',
    tags: 'tags',
    recommended: 'recommended',
    recommendedSeq: 'recommended_seq',
  },
  unsaid: { status: 'draft', recommended: false },
  rules: (draft, { recommended }, now) => recommendationColumns(draft, recommended, now),
  notFound: noCourseSet,
  wrongStatus: failures.wrongStatus,
};

/** Changes of course sets, for those who manage them. */
export class CourseSetEditing {
  readonly #database: Database;
  readonly #rows: GoodsRows<CourseSetDraft, Row>;

  constructor({ database, clock }: Pick<Services, 'database' | 'clock'>) {
    this.#database = database;
    this.#rows = new GoodsRows({ database, clock }, courseSets);
  }

  /** Makes a course set, a draft unless it says otherwise. @returns its id @throws invalidParameter */
  async add(draft: CourseSetDraft & { title: string }): Promise<string> {
    return this.#rows.add(draft);
  }

  /** Changes what is given. @throws failures.courseSetNotFound, failures.wrongStatus, preconditionFailed */
  async update({ id, seen }: Target, draft: CourseSetDraft): Promise<void> {
    await this.#database.transaction(async () => this.#rows.revise(await this.#rows.lock(id), seen, draft));
  }

  /** Removes a course set without courses. @throws failures.courseSetNotFound, failures.courseSetInUse, preconditionFailed */
  async remove({ id, seen }: Target): Promise<void> {
    await this.#database.transaction(async () => {
      const set = await this.#rows.lock(id);
      await this.#rows.mustBeSeen(set, seen);
      if (await this.#database.table('courses').where('course_set_id', id).first('id')) {
        throw failures.courseSetInUse({ message: `Course set ${id} has courses; move or remove them first.` });
      }
      await this.#rows.remove(set);
    });
  }
}

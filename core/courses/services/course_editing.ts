import type { Services } from 'lectern';
import type { Database, Target } from '../../database/index.ts';
import { expiryColumns, forever, GoodsRows, priceColumns } from '../../goods/index.ts';
import { recommendationColumns, type RecommendationDraft } from '../../goods/index.ts';
import type { EditedGoods, Expiry, ExpiryDraft, GoodsDraft, GoodsRow, PriceDraft } from '../../goods/index.ts';
import { failures, noCourse } from '../failures.ts';
import type { courseTypes } from '../shapes/words.ts';
import { SetTotals } from './set_totals.ts';
import { mustBeTeachers, teacherColumns, type TeachersDraft } from './teachers.ts';

/** What an editor says of a course. */
export interface CourseDraft extends GoodsDraft, PriceDraft, ExpiryDraft, RecommendationDraft, TeachersDraft {
  readonly subtitle?: string;
  readonly summary?: string;
  readonly type?: (typeof courseTypes)[number];
  readonly courseSetId?: string;
  readonly categoryId?: string;
  readonly goals?: readonly string[];
  readonly audiences?: readonly string[];
  readonly maxRate?: number;
  readonly vipLevelId?: string;
  readonly recommendedSeq?: number;
}

interface Row extends GoodsRow, Expiry {
  readonly course_set_id: string;
  readonly is_free: boolean;
  readonly recommended: boolean;
}

const courses: EditedGoods<CourseDraft, Row> = {
  table: 'courses',
  name: 'A course',
  grams: 'search_grams',
  columns: {
    title: 'title',
    subtitle: 'subtitle',
    summary: 'summary',
    cover: 'cover',
    status: 'status',
    type: 'type',
    courseSetId: 'course_set_id',
    categoryId: 'category_id',
    goals: 'goals',
    audiences: 'audiences',
    maxRate: 'max_rate',
    vipLevelId: 'vip_level_id',
    recommended: 'recommended',
    recommendedSeq: 'recommended_seq',
  },
  unsaid: { ...forever, status: 'draft', course_set_id: '0', is_free: false, recommended: false },
  rules: (draft, before, now) => ({
    ...recommendationColumns(draft, before.recommended, now),
    ...priceColumns(draft, before.is_free),
    ...expiryColumns(draft, before),
    ...teacherColumns(draft),
  }),
  notFound: noCourse,
  wrongStatus: failures.wrongStatus,
};

/** Changes of courses, for those who manage them. What their course sets say of them changes with them. */
export class CourseEditing {
  readonly #database: Database;
  readonly #users: Services['users'];
  readonly #rows: GoodsRows<CourseDraft, Row>;
  readonly #sets: SetTotals;

  constructor({ database, clock, users }: Pick<Services, 'database' | 'clock' | 'users'>) {
    this.#database = database;
    this.#users = users;
    this.#rows = new GoodsRows({ database, clock }, courses);
    this.#sets = new SetTotals({ database });
  }

  /** Makes a course, a draft unless it says otherwise. @returns its id @throws invalidParameter */
  async add(draft: CourseDraft & { title: string; courseSetId: string }, creatorId: string): Promise<string> {
    await mustBeTeachers(this.#users, draft);
    return this.#sets.keep([draft.courseSetId], () => this.#rows.add(draft, { creator_id: creatorId }));
  }

  /** Changes what is given. @throws failures.courseNotFound, failures.wrongStatus, invalidParameter, preconditionFailed */
  async update({ id, seen }: Target, draft: CourseDraft): Promise<void> {
    await mustBeTeachers(this.#users, draft);
    await this.#database.transaction(async () => {
      // The course before its sets: whoever locks both does so in this order.
      const course = await this.#rows.lock(id);
      const sets = new Set([course.course_set_id, draft.courseSetId ?? course.course_set_id]);
      await this.#sets.keep([...sets], () => this.#rows.revise(course, seen, draft));
    });
  }

  /** Removes a course that nobody takes part in and no classroom has. @throws failures.courseNotFound, failures.courseInUse, preconditionFailed */
  async remove({ id, seen }: Target): Promise<void> {
    await this.#database.transaction(async () => {
      const course = await this.#rows.lock(id);
      await this.#rows.mustBeSeen(course, seen);
      await this.#refuseInUse(id);
      await this.#sets.keep([course.course_set_id], () => this.#rows.remove(course));
    });
  }

  async #refuseInUse(id: string): Promise<void> {
    const found = async (table: string) => this.#database.table<OfCourse>(table).where('course_id', id).first();
    if (await found('course_members')) {
      throw failures.courseInUse({ message: `Course ${id} has members; remove them first.` });
    }
    const content = await found('classroom_courses');
    if (!content) return;
    const message = `Course ${id} belongs to classroom ${content.classroom_id}; take it out of there first.`;
    throw failures.courseInUse({ message });
  }
}

interface OfCourse {
  readonly course_id: string;
  readonly classroom_id: string;
}

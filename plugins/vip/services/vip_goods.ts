import { use } from 'lectern';
import type { Knex } from 'knex';
import type { ClassroomQuery, CourseQuery, CourseSetQuery, ReadCall } from 'lectern/core';
import type { RequestedLevel } from './levels.ts';

/** A query for goods; `VipGoods` adds the condition on the level. */
type OfLevel<Query> = Omit<Query, 'where'> & {
  /** Level whose members get the goods; without `levelId`, goods for members of any level. */
  readonly levelId?: string | undefined;
  /** Whether the caller manages levels, and can name a disabled one. */
  readonly manages: boolean;
};

type Where = (query: Knex.QueryBuilder) => void;

// A lookup for each course: a join would read all course sets to count the courses of a level.
const inPublishedSet = `(select status from course_sets where id = courses.course_set_id) = 'published'`;

/** Courses, course sets and classrooms that come with a membership. */
export class VipGoods {
  readonly #classrooms = use('classrooms');
  readonly #courses = use('courses');
  readonly #courseSets = use('courseSets');
  readonly #levels = use('vipLevels');

  /** A page of courses of published sets: a closed set hides its courses. @throws failures.levelNotFound */
  async courses({ levelId, manages, ...query }: OfLevel<CourseQuery>, call?: ReadCall) {
    const ofLevel = await this.#condition('vip_level_id = any(?)', { id: levelId, manages }, call);
    const where: Where = (courses) => {
      ofLevel(courses);
      courses.whereRaw(inPublishedSet);
    };
    return this.#courses.list({ ...query, where }, call);
  }

  /** A page of course sets with a course for members of the level. @throws failures.levelNotFound */
  async courseSets({ levelId, manages, ...query }: OfLevel<CourseSetQuery>, call?: ReadCall) {
    const where = await this.#condition('vip_level_ids && ?', { id: levelId, manages }, call);
    return this.#courseSets.list({ ...query, where }, call);
  }

  /** A page of classrooms. @throws failures.levelNotFound */
  async classrooms({ levelId, manages, ...query }: OfLevel<ClassroomQuery>, call?: ReadCall) {
    const where = await this.#condition('vip_level_id = any(?)', { id: levelId, manages }, call);
    return this.#classrooms.list({ ...query, where }, call);
  }

  /** Whether courses or classrooms of any status name exactly this level. */
  async exist(levelId: string): Promise<boolean> {
    const where = (query: Knex.QueryBuilder) => void query.where('vip_level_id', levelId);
    // A query with a cursor (`after`) does not count the total.
    const asked = { status: 'any', offset: 0, limit: 1, after: '', where } as const;
    const courses = await this.#courses.list(asked);
    return courses.data.length > 0 || (await this.#classrooms.list(asked)).data.length > 0;
  }

  /** Reads the few level ids first, so that an index finds the goods of each id. */
  async #condition(sql: string, asked: RequestedLevel, call: ReadCall | undefined): Promise<Where> {
    const ids = await this.#levels.idsUpTo(asked, call);
    return (query) => void query.whereRaw(sql, [ids]);
  }
}

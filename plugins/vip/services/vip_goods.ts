import type { Knex } from 'knex';
import type { Page, Services } from 'lectern';
import type { Classroom, ClassroomQuery, Course, CourseQuery, CourseSet, CourseSetQuery, ReadCall } from 'lectern/core';

/** A query for goods; `VipGoods` adds the condition on the level. */
type OfLevel<Query> = Omit<Query, 'where'> & {
  /** Level whose members get the goods; without `levelId`, goods for members of any level. */
  readonly levelId?: string | undefined;
};

type Where = (query: Knex.QueryBuilder) => void;

/** Courses, course sets and classrooms that come with a membership. */
export class VipGoods {
  readonly #classrooms: Services['classrooms'];
  readonly #courses: Services['courses'];
  readonly #courseSets: Services['courseSets'];
  readonly #levels: Services['vipLevels'];

  constructor({
    classrooms,
    courses,
    courseSets,
    vipLevels,
  }: Pick<Services, 'classrooms' | 'courses' | 'courseSets' | 'vipLevels'>) {
    this.#classrooms = classrooms;
    this.#courses = courses;
    this.#courseSets = courseSets;
    this.#levels = vipLevels;
  }

  /** A page of courses. @throws failures.levelNotFound */
  async courses({ levelId, ...query }: OfLevel<CourseQuery>, call?: ReadCall): Promise<Page<Course>> {
    const where = await this.#condition('vip_level_id = any(?)', levelId, call);
    return this.#courses.list({ ...query, where }, call);
  }

  /** A page of course sets with a course for members of the level. @throws failures.levelNotFound */
  async courseSets({ levelId, ...query }: OfLevel<CourseSetQuery>, call?: ReadCall): Promise<Page<CourseSet>> {
    const where = await this.#condition('vip_level_ids && ?', levelId, call);
    return this.#courseSets.list({ ...query, where }, call);
  }

  /** A page of classrooms. @throws failures.levelNotFound */
  async classrooms({ levelId, ...query }: OfLevel<ClassroomQuery>, call?: ReadCall): Promise<Page<Classroom>> {
    const where = await this.#condition('vip_level_id = any(?)', levelId, call);
    return this.#classrooms.list({ ...query, where }, call);
  }

  /** Whether goods of any status require exactly this level. */
  async exist(levelId: string): Promise<boolean> {
    const where = (query: Knex.QueryBuilder) => void query.where('vip_level_id', levelId);
    const asked = { status: 'any', offset: 0, limit: 1, where } as const;
    const courses = await this.#courses.list(asked);
    return courses.total > 0 || (await this.#classrooms.list(asked)).total > 0;
  }

  /** Reads the few level ids first, so that an index finds the goods of each id. */
  async #condition(sql: string, levelId: string | undefined, call: ReadCall | undefined): Promise<Where> {
    const ids = await this.#levels.idsUpTo(levelId, call);
    return (query) => void query.whereRaw(sql, [ids]);
  }
}

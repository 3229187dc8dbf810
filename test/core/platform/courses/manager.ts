import { startPlatform, type Platform } from '../../../support/platform.ts';
import type { Row } from './support.ts';

/** Many requests at once have a connection each, or wait for one. */
export const manyConnections = { modules: { database: { poolMax: 32, acquireTimeoutMs: 15_000 } } };

/** A manager of courses and classrooms, with a platform. */
export class Manager {
  readonly platform: Platform;
  readonly #header: { 'X-Auth-Token': string };

  private constructor(platform: Platform, header: { 'X-Auth-Token': string }) {
    this.platform = platform;
    this.#header = header;
  }

  static async start(config: object = {}): Promise<Manager> {
    const platform = await startPlatform(config);
    return new Manager(platform, await platform.as('manager'));
  }

  /** A request with the manager's credential; `path` below /api. */
  send(method: 'get' | 'post' | 'patch' | 'delete', path: string, draft: Row = {}) {
    return this.platform.api[method](`/api${path}`).set(this.#header).send(draft);
  }

  async read(path: string): Promise<Row> {
    return (await this.send('get', path).expect(200)).body as Row;
  }

  async tag(path: string): Promise<string> {
    return (await this.send('get', path).expect(200)).headers['etag'] as string;
  }

  /** Creates an object in a list. @returns the answer */
  async make(path: string, draft: Row): Promise<Row> {
    return (await this.send('post', path, draft).expect(201)).body as Row;
  }

  async makeSet(draft: Row = {}): Promise<string> {
    return (await this.make('/course_sets', { title: 'A set', status: 'published', ...draft }))['id'] as string;
  }

  /** A published course, in a set of its own unless told. */
  async makeCourse(draft: Row = {}): Promise<Row> {
    const courseSetId: unknown = draft['courseSetId'] ?? (await this.makeSet());
    return this.make('/courses', { title: 'A course', status: 'published', ...draft, courseSetId });
  }

  async makeClassroom(draft: Row = {}): Promise<Row> {
    return this.make('/classrooms', { title: 'A classroom', status: 'published', ...draft });
  }

  /** Prices, levels and students of a course set, as the API tells them. */
  async totals(set: string): Promise<unknown[]> {
    const { minCoursePrice, maxCoursePrice, vipLevelIds, studentNum } = await this.read(`/course_sets/${set}`);
    return [minCoursePrice, maxCoursePrice, vipLevelIds, studentNum];
  }

  /** The same totals, computed from the courses of the API. */
  async countedTotals(set: string): Promise<unknown[]> {
    const { database } = this.platform.services;
    const rows = await database.table<{ id: string; course_set_id: string }>('courses').where('course_set_id', set);
    const courses = await Promise.all(rows.map(({ id }) => this.read(`/courses/${id}`)));
    const published = courses.filter(({ status }) => status === 'published');
    const counting = published.length > 0 ? published : courses;
    const prices = counting.map(({ price }) => Number(price));
    const levels = new Set(counting.map(({ vipLevelId }) => Number(vipLevelId)).filter((level) => level > 0));
    const amount = (value: number) => (prices.length === 0 ? 0 : value).toFixed(2);
    const sorted = [...levels].sort((a, b) => a - b).map(String);
    const students = courses.reduce((sum, { studentNum }) => sum + Number(studentNum), 0);
    return [amount(Math.min(...prices)), amount(Math.max(...prices)), sorted, String(students)];
  }

  stop(): Promise<void> {
    return this.platform.stop();
  }
}

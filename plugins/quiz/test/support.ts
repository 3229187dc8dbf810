import type { TestKernel } from 'lectern/testing';
import { startPlatform } from '../../../test/support/platform.ts';

/** Users of the demo data: `student` has a membership, and `user9` has joined course 1. */
const people = ['teacher', 'manager', 'student', 'newcomer', 'user9'] as const;
type Person = (typeof people)[number];
type Method = 'get' | 'post' | 'patch' | 'delete';

/** Sender, method, path below `/api/courses/`, and body. */
type SchoolRequest = [who: Person, method: Method, path: string, body?: object];

/** Sends requests as users of the demo data. */
export class School {
  readonly #headers = new Map<Person, { 'X-Auth-Token': string }>();

  private constructor(readonly test: TestKernel) {}

  static async open(): Promise<School> {
    const school = new School(await startPlatform());
    for (const person of people) school.#headers.set(person, await school.test.as(person));
    return school;
  }

  stop(): Promise<void> {
    return this.test.stop();
  }

  send(...[who, method, path, body]: SchoolRequest) {
    return this.test.api[method](`/api/courses/${path}`)
      .set(this.#headers.get(who) ?? {})
      .send(body);
  }

  /** Status and code of the answer to a request, such as `[409, 14]`; the code is undefined without an error. */
  async codeOf(...request: SchoolRequest): Promise<[number, number | undefined]> {
    const { status, body } = await this.send(...request);
    return [status, body.error?.code];
  }

  /** Creates a published quiz of course 2 with one question, whose right option is 2. */
  async quiz(values: object = {}): Promise<{ quiz: string; question: string }> {
    const made = await this.send('teacher', 'post', '2/quizzes', { title: 'Made', published: true, ...values }).expect(
      201,
    );
    const quiz = `2/quizzes/${made.body.id}`;
    const question = { text: 'Which?', options: ['a', 'b'], answer: 2, points: 5 };
    const { body } = await this.send('teacher', 'post', `${quiz}/questions`, question).expect(201);
    return { quiz, question: body.id };
  }

  /** Starts an attempt. @returns its path and its id */
  async attempt(who: Person, quiz: string): Promise<{ path: string; id: string }> {
    const { body } = await this.send(who, 'post', `${quiz}/attempts`).expect(201);
    return { path: `${quiz}/attempts/${body.id}`, id: body.id };
  }

  async set(values: object): Promise<void> {
    const { settings } = this.test.services;
    await settings.update(settings.section('quiz'), values);
  }

  /** Waits for the subscribers of all events. */
  async settle(): Promise<void> {
    const rows = await this.test.services.database.table<{ id: string }>('events').select('id');
    await this.test.services.events.settle(rows.map(({ id }) => id));
  }
}

import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { startPlatform, type Platform } from '../../../support/platform.ts';

const quiz = '/api/courses/1/quizzes/1';
const AT_ONCE = 8;

describe('Attempts by many requests at once', () => {
  let platform: Platform;
  let student: { 'X-Auth-Token': string };

  before(async () => {
    platform = await startPlatform();
    student = await platform.as('student');
  });
  after(() => platform.stop());

  const all = (send: () => PromiseLike<{ status: number; body: any }>) =>
    Promise.all(Array.from({ length: AT_ONCE }, send));
  const once = (status: number) => [status, ...Array<number>(AT_ONCE - 1).fill(409)];

  it('begin once, and are submitted once', async () => {
    const begun = await all(() => platform.api.post(`${quiz}/attempts`).set(student));
    expect(begun.map(({ status }) => status).sort()).to.deep.equal(once(201));
    const { id } = begun.find(({ status }) => status === 201)?.body as { id: string };
    let option = 0;
    const submitted = await all(() => {
      const answers = [{ questionId: '1', option: (option++ % 3) + 1 }];
      return platform.api.patch(`${quiz}/attempts/${id}`).set(student).send({ answers });
    });
    expect(submitted.map(({ status }) => status).sort()).to.deep.equal(once(200));
    const { body } = await platform.api.get(`${quiz}/attempts/${id}`).set(student).expect(200);
    expect(body).to.deep.equal(submitted.find(({ status }) => status === 200)?.body);
    const { database } = platform.services;
    const events = database.table('events').where('name', 'quiz.attempt_submitted');
    expect(await events.count({ total: '*' })).to.deep.equal([{ total: '1' }]);
  });

  it('begin with the questions that nobody changes any more', async () => {
    const teacher = await platform.as('teacher');
    const base = '/api/courses/2/quizzes/4';
    await platform.api.patch(base).set(teacher).send({ published: true }).expect(200);
    const removed = [10, 11, 12].map((id) => platform.api.delete(`${base}/questions/${id}`).set(teacher));
    const [begun, ...rest] = await Promise.all([platform.api.post(`${base}/attempts`).set(student), ...removed]);
    const left = (await platform.api.get(`${base}/questions`).set(teacher).expect(200)).body.length;
    expect(left).to.equal(rest.filter(({ status }) => status === 409).length);
    expect([201, 409]).to.include(begun.status);
  });
});

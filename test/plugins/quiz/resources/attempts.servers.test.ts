import { expect } from 'chai';
import { eventually } from '../../../support/eventually.ts';
import { startPlatform } from '../../../support/platform.ts';
import { prepared, started } from '../../../support/started.ts';

const quiz = '/api/courses/1/quizzes/1';
const AT_ONCE = 8;
const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

describe('Attempts by many requests at once', () => {
  const platform = started(startPlatform);

  const student = prepared(() => platform.as('student'));

  const all = (send: () => PromiseLike<{ status: number; body: any }>) =>
    Promise.all(Array.from({ length: AT_ONCE }, send));
  const once = (status: number) => [status, ...Array<number>(AT_ONCE - 1).fill(409)];

  /** Waits until so many statements wait for a lock. */
  const lockWaits = (number: number) =>
    eventually(async () => {
      const { database } = platform.services;
      await database.raw('select pg_stat_clear_snapshot()');
      expect((await database.raw(waiting)).rows).to.have.length(number);
    });

  it('begin once, and are submitted once', async () => {
    const begun = await all(() => platform.api.post(`${quiz}/attempts`).set(student));
    expect(begun.map(({ status }) => status).sort()).to.deep.equal(once(201));
    const { id } = begun.find(({ status }) => status === 201)!.body as { id: string };
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

  it('keep the questions that they begin with: a change waits for the beginning, and is refused', async () => {
    const { database } = platform.services;
    const teacher = await platform.as('teacher');
    let removing: Promise<{ status: number }> | undefined;
    await database.transaction(async () => {
      const times = { started_at: new Date(), closes_at: new Date() };
      await database.table('quiz_attempts').insert({ quiz_id: 4, user_id: 4, number: 1, ...times });
      removing = platform.api.delete('/api/courses/2/quizzes/4/questions/10').set(teacher).then();
      await lockWaits(1);
    });
    expect((await removing)?.status).to.equal(409);
  });

  it('do not begin at a quiz that is being removed, and no question is added to it', async () => {
    const { database } = platform.services;
    const teacher = await platform.as('teacher');
    const question = { text: 'One or two?', options: ['one', 'two'], answer: 1 };
    let waited: Promise<{ status: number }[]> | undefined;
    await database.transaction(async () => {
      await database.table('quiz_quizzes').where('id', 1).delete();
      waited = Promise.all([
        platform.api.post(`${quiz}/attempts`).set(student),
        platform.api.post(`${quiz}/questions`).set(teacher).send(question),
      ]);
      await lockWaits(2);
    });
    expect((await waited)?.map(({ status }) => status)).to.deep.equal([404, 404]);
  });
});

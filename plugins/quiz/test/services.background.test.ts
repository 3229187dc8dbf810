import { expect } from 'lectern/testing';
import { School } from './support.ts';
import { started } from '../../../test/support/started.ts';

describe('The plugin quiz', () => {
  const school = started(() => School.open());

  afterEach(() => school.test.reset());

  it('counts submitted and passed attempts', async () => {
    const { quiz, question } = await school.quiz();
    for (const [who, option] of [
      ['student', 2],
      ['newcomer', 1],
    ] as const) {
      const { path } = await school.attempt(who, quiz);
      await school.send(who, 'patch', path, { answers: [{ questionId: question, option }] }).expect(200);
    }
    await school.settle();
    expect((await school.send('student', 'get', quiz)).body).to.include({ attemptNum: 2, passedNum: 1 });
  });

  it('publishes the score of an attempt with its submission', async () => {
    const { path, id } = await school.attempt('student', '1/quizzes/1');
    await school.send('student', 'patch', path, { answers: [{ questionId: '2', option: 2 }] }).expect(200);
    const events = school.test.services.database.table<{ name: string; payload: object }>('events');
    const [event] = await events.where('name', 'quiz.attempt_submitted').select('payload');
    expect(event?.payload).to.deep.equal({
      ...{ attemptId: id, quizId: '1', courseId: '1', userId: '4' },
      ...{ score: 2, maxScore: 6, passed: false },
    });
  });

  it('closes attempts after their deadline, and no others', async () => {
    const left = await school.attempt('student', '1/quizzes/1');
    const fresh = await school.attempt('newcomer', '1/quizzes/1');
    const attempts = school.test.services.database.table('quiz_attempts');
    await attempts.where('id', left.id).update({ closes_at: new Date(Date.now() - 1_000) });
    await school.test.services.jobs.run('quiz.close_attempts');
    await school.test.services.jobs.run('quiz.close_attempts');
    const closed = await school.send('student', 'get', left.path).expect(200);
    expect(closed).to.match.openapi;
    expect(closed.body).to.include({ state: 'expired', score: 0, maxScore: 6, passed: false, submittedTime: null });
    expect((await school.send('newcomer', 'get', fresh.path)).body.state).to.equal('open');
    expect((await school.attempt('student', '1/quizzes/1')).path).not.to.equal(left.path);
  });

  it('rejects orders and enrolments for a course until its entrance quiz is passed', async () => {
    const { quiz, question } = await school.quiz({ entrance: true });
    const { api } = school.test;
    const student = await school.test.as('student');
    const order = () => api.post('/api/orders').set(student).send({ targetType: 'course', targetId: '2' });
    const join = () => api.post('/api/me/courses').set(student).send({ courseId: '2' });
    for (const refused of [await order().expect(409), await join().expect(409)])
      expect(refused.body.error).to.deep.equal({ code: 14, message: 'Pass the entrance quiz of the course first.' });
    await api.post('/api/orders').set(student).send({ targetType: 'course', targetId: '3' }).expect(200);
    const { path } = await school.attempt('student', quiz);
    await school.send('student', 'patch', path, { answers: [{ questionId: question, option: 2 }] }).expect(200);
    await order().expect(200);
    await join().expect(201);
  });

  it('rejects settings outside of their bounds', async () => {
    const { api } = school.test;
    expect((await api.get('/api/settings/quiz').expect(200)).body).to.deep.equal({
      attemptsAllowed: '3',
      passPercentage: '60',
      openMinutes: '60',
    });
    const manager = await school.test.as('manager');
    for (const wrong of [{ attemptsAllowed: 0 }, { passPercentage: 101 }, { openMinutes: 'long' }])
      await api.patch('/api/settings/quiz').set(manager).send(wrong).expect(422);
  });
});

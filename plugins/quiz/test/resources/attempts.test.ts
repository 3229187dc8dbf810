import { expect } from 'lectern/testing';
import { School } from '../support.ts';
import { started } from '../../../../test/support/started.ts';

const answers = (...chosen: [string, number][]) => ({
  answers: chosen.map(([questionId, option]) => ({ questionId, option })),
});

describe('Quiz attempts', () => {
  const school = started(() => School.open());

  afterEach(() => school.test.reset());

  it('show the questions without the right answers', async () => {
    const begun = await school.send('student', 'post', '1/quizzes/1/attempts').expect(201);
    expect(begun).to.match.openapi;
    expect(begun.body).to.include({ number: 1, state: 'open', score: null, passed: null });
    expect(begun.body.questions).to.have.length(3);
    for (const question of begun.body.questions) {
      expect(question).to.have.all.keys('id', 'seq', 'text', 'options', 'points', 'chosen', 'correct');
      expect(question).to.include({ chosen: null, correct: null });
    }
    const read = await school.send('student', 'get', `1/quizzes/1/attempts/${begun.body.id}`).expect(200);
    expect(read).to.match.openapi;
    expect(read.body).to.deep.equal(begun.body);
  });

  it('get a score in points when they are submitted', async () => {
    const { path } = await school.attempt('student', '1/quizzes/1');
    const submitted = await school.send('student', 'patch', path, answers(['1', 1], ['2', 3], ['3', 3])).expect(200);
    expect(submitted).to.match.openapi;
    expect(submitted.body).to.include({ state: 'submitted', score: 4, maxScore: 6, passed: true });
    const shown = submitted.body.questions.map(({ chosen, correct }: any) => [chosen, correct]);
    expect(shown).to.deep.equal([
      [1, true],
      [3, false],
      [3, true],
    ]);
  });

  it('fail below the pass percentage of the settings', async () => {
    await school.set({ passPercentage: 67 });
    const { path } = await school.attempt('student', '1/quizzes/1');
    const { body } = await school.send('student', 'patch', path, answers(['1', 1], ['3', 3])).expect(200);
    expect(body).to.include({ score: 4, passed: false });
  });

  it('count one of two submissions at the same moment', async () => {
    const { path } = await school.attempt('student', '1/quizzes/1');
    const given = [answers(['1', 1]), answers(['1', 1], ['2', 2], ['3', 3])];
    const sent = await Promise.all(given.map((body) => school.send('student', 'patch', path, body)));
    expect(sent.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    for (const answer of sent) expect(answer).to.match.openapi;
    const counted = sent.find(({ status }) => status === 200);
    expect((await school.send('student', 'get', path)).body).to.deep.equal(counted?.body);
    await school.settle();
    expect((await school.send('student', 'get', '1/quizzes/1')).body.attemptNum).to.equal(2);
  });

  it('are limited to one open attempt per learner, also for simultaneous requests', async () => {
    const begin = () => school.send('student', 'post', '1/quizzes/1/attempts');
    const sent = await Promise.all([begin(), begin(), begin()]);
    expect(sent.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409]);
    expect(await begin().expect(409)).to.match.openapi;
  });

  it('are limited to the number in the settings', async () => {
    await school.set({ attemptsAllowed: 2 });
    for (const number of [1, 2]) {
      const { path } = await school.attempt('student', '1/quizzes/1');
      const { body } = await school.send('student', 'patch', path, { answers: [] }).expect(200);
      expect(body).to.include({ number, score: 0, passed: false });
    }
    const refused = await school.send('student', 'post', '1/quizzes/1/attempts').expect(409);
    expect(refused.body.error.message).to.equal('You have used all attempts at this quiz.');
  });

  it('reject a submission after their deadline', async () => {
    school.test.clock.set('2026-03-01T10:00:00Z');
    const as = await school.test.as('student');
    const begun = await school.test.api.post('/api/courses/1/quizzes/1/attempts').set(as).expect(201);
    school.test.clock.advance(60 * 60_000 + 1);
    const later = await school.test.as('student');
    const late = school.test.api.patch(`/api/courses/1/quizzes/1/attempts/${begun.body.id}`).set(later);
    expect(await late.send({ answers: [] }).expect(409)).to.match.openapi;
  });

  for (const [name, body, field] of [
    ['a question of another quiz', answers(['4', 1]), 'answers.0.questionId'],
    ['a second answer to a question', answers(['1', 1], ['1', 2]), 'answers.1.questionId'],
    ['an option that the question does not have', answers(['1', 4]), 'answers.0.option'],
    ['a missing list of answers', {}, 'answers'],
    ['answers that are not a list', { answers: 'all' }, 'answers.0'],
    ['an answer without an option', { answers: [{ questionId: '1' }] }, 'answers.0.option'],
  ] as const) {
    it(`reject ${name} and stay open`, async () => {
      const { path } = await school.attempt('student', '1/quizzes/1');
      const refused = await school.send('student', 'patch', path, body).expect(422);
      expect(refused).to.match.openapi;
      expect(refused.body.error.details[0].field).to.equal(field);
      expect((await school.send('student', 'get', path)).body.state).to.equal('open');
    });
  }

  it('are visible to their learner and to managers of the course', async () => {
    const { path, id } = await school.attempt('student', '1/quizzes/1');
    const ids = async (who: 'student' | 'newcomer' | 'teacher') => {
      const answer = await school.send(who, 'get', '1/quizzes/1/attempts').expect(200);
      expect(answer).to.match.openapi;
      return answer.body.data.map((one: { id: string }) => one.id);
    };
    expect(await ids('student')).to.deep.equal([id]);
    expect(await ids('newcomer')).to.deep.equal([]);
    expect(await ids('teacher')).to.deep.equal([id, '1']);
    expect(await school.codeOf('newcomer', 'get', path)).to.deep.equal([404, 10]);
    expect(await school.codeOf('teacher', 'get', path)).to.deep.equal([200, undefined]);
    expect(await school.codeOf('teacher', 'patch', path, { answers: [] })).to.deep.equal([404, 10]);
  });

  it('require a published quiz with questions', async () => {
    expect(await school.codeOf('teacher', 'post', '2/quizzes/4/attempts')).to.deep.equal([404, 10]);
    const made = await school.send('teacher', 'post', '2/quizzes', { title: 'Empty', published: true }).expect(201);
    expect(await school.send('student', 'post', `2/quizzes/${made.body.id}/attempts`).expect(409)).to.match.openapi;
  });

  it('require an unlocked enrolment when the quiz is for students', async () => {
    expect(await school.send('newcomer', 'post', '1/quizzes/2/attempts').expect(403)).to.match.openapi;
    expect(await school.codeOf('user9', 'post', '1/quizzes/2/attempts')).to.deep.equal([201, undefined]);
    const { database } = school.test.services;
    await database.table('quiz_attempts').where('quiz_id', 2).delete();
    await database.table('course_members').where({ course_id: 1, user_id: 9 }).update({ locked: true });
    expect(await school.codeOf('user9', 'post', '1/quizzes/2/attempts')).to.deep.equal([403, 13]);
  });

  it('require a membership that includes the course when the quiz is for members', async () => {
    expect(await school.codeOf('newcomer', 'post', '13/quizzes/3/attempts')).to.deep.equal([403, 13]);
    expect(await school.codeOf('student', 'post', '13/quizzes/3/attempts')).to.deep.equal([201, undefined]);
  });
});

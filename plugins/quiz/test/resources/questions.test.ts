import { expect } from 'lectern/testing';
import { School } from '../support.ts';
import { started } from '../../../../test/support/started.ts';

const question = { text: 'Which?', options: ['a', 'b'], answer: 1 };

describe('Quiz questions', () => {
  const school = started(() => School.open());

  afterEach(() => school.test.reset());

  it('are listed with the right answers to managers only', async () => {
    const listed = await school.send('teacher', 'get', '1/quizzes/1/questions').expect(200);
    expect(listed).to.match.openapi;
    expect(listed.body.map(({ answer }: { answer: number }) => answer)).to.deep.equal([1, 2, 3]);
    for (const path of ['1/quizzes/1/questions', '1/quizzes/1/questions/1'])
      expect(await school.codeOf('student', 'get', path)).to.deep.equal([403, 13]);
  });

  it('are added at a position, changed and removed', async () => {
    const path = '2/quizzes/4/questions';
    const made = await school.send('teacher', 'post', path, { ...question, seq: 0 }).expect(201);
    expect(made).to.match.openapi;
    expect(made.body).to.include({ points: 1, answer: 1 });
    const changed = await school
      .send('teacher', 'patch', `${path}/${made.body.id}`, { answer: 2, points: 7 })
      .expect(200);
    expect(changed).to.match.openapi;
    expect(changed.body).to.include({ answer: 2, points: 7, text: 'Which?' });
    const { body } = await school.send('teacher', 'get', path).expect(200);
    expect(body.map(({ id }: { id: string }) => id)).to.deep.equal([made.body.id, '10', '11', '12']);
    expect(await school.send('teacher', 'delete', `${path}/${made.body.id}`).expect(200)).to.match.openapi;
    expect(await school.codeOf('teacher', 'get', `${path}/${made.body.id}`)).to.deep.equal([404, 10]);
  });

  for (const [name, change, field] of [
    ['one option', { options: ['a'] }, 'options'],
    ['eleven options', { options: 'abcdefghijk'.split('') }, 'options'],
    ['an answer that is not an option', { answer: 3 }, 'answer'],
    ['no points', { points: 0 }, 'points'],
    ['a fraction of points', { points: 1.5 }, 'points'],
    ['an empty text', { text: '' }, 'text'],
  ] as const) {
    it(`are rejected with ${name}`, async () => {
      const answer = await school
        .send('teacher', 'post', '2/quizzes/4/questions', { ...question, ...change })
        .expect(422);
      expect(answer).to.match.openapi;
      expect(answer.body.error.details[0].field).to.match(new RegExp(`^${field}`));
    });
  }

  it('are rejected when the right answer is not among their options', async () => {
    const path = '2/quizzes/4/questions/12';
    expect(await school.codeOf('teacher', 'patch', path, { options: ['a', 'b'] })).to.deep.equal([422, 9]);
    expect(await school.codeOf('teacher', 'patch', path, {})).to.deep.equal([200, undefined]);
  });

  it('are limited to a hundred per quiz', async () => {
    const { database } = school.test.services;
    const row = { quiz_id: 4, text: 'x', options: ['a', 'b'], answer: 1, points: 1 };
    await database.table('quiz_questions').insert(Array.from({ length: 97 }, (_, seq) => ({ ...row, seq })));
    expect(await school.send('teacher', 'post', '2/quizzes/4/questions', question).expect(409)).to.match.openapi;
  });

  it('cannot be changed after the first attempt', async () => {
    await school.attempt('student', '1/quizzes/1');
    for (const [method, path, body] of [
      ['post', '1/quizzes/1/questions', question],
      ['patch', '1/quizzes/1/questions/1', { points: 2 }],
      ['delete', '1/quizzes/1/questions/1', undefined],
    ] as const) {
      expect(await school.send('teacher', method, path, body).expect(409)).to.match.openapi;
    }
  });

  it('are not found at the address of another quiz', async () => {
    for (const method of ['get', 'patch', 'delete'] as const)
      expect(await school.codeOf('teacher', method, '2/quizzes/4/questions/1', {})).to.deep.equal([404, 10]);
  });
});

import { expect } from 'lectern/testing';
import { School } from './support.ts';
import { started } from '../../../test/support/started.ts';

describe('The plugins quiz and vip at the operations of courses', () => {
  const school = started(() => School.open());

  afterEach(() => school.test.reset());

  it('both add their fields to an answer on request', async () => {
    const one = await school.send('student', 'get', '13?fields=id,vipLevelName,quizCount').expect(200);
    expect(one).to.match.openapi;
    expect(one.body).to.deep.equal({ id: '13', vipLevelName: 'silver', quizCount: 1 });
    const { body } = await school.test.api.get('/api/courses?limit=100&fields=id,vipLevelName,quizCount').expect(200);
    const found = body.data.filter(({ id }: { id: string }) => ['1', '2', '13', '40'].includes(id));
    expect(found).to.have.deep.members([
      { id: '40', vipLevelName: null, quizCount: 0 },
      { id: '13', vipLevelName: 'silver', quizCount: 1 },
      { id: '2', vipLevelName: 'bronze', quizCount: 0 },
      { id: '1', vipLevelName: 'bronze', quizCount: 2 },
    ]);
  });

  it('add no fields to an answer without a request for them', async () => {
    const answer = await school.test.api.get('/api/courses/13').expect(200);
    expect(answer).to.match.openapi;
    expect(answer.body).not.to.have.any.keys('vipLevelName', 'quizCount');
  });

  it('both check a change of the level of a course', async () => {
    const change = (vipLevelId: string) => school.send('manager', 'patch', '13', { vipLevelId });
    const unknown = await change('99').expect(422);
    expect(unknown.body.error.details[0].field).to.equal('vipLevelId');
    const none = await change('0').expect(409);
    expect(none.body.error.message).to.match(/^A quiz of the course is for members/);
    const changed = await change('3').expect(200);
    expect(changed.body.vipLevelId).to.equal('3');
    for (const answer of [unknown, none, changed]) expect(answer).to.match.openapi;
  });

  it('remove quizzes with their course on request', async () => {
    const quiz = await school.send('teacher', 'post', '38/quizzes', { title: 'Last' }).expect(201);
    const remove = (query = '') => school.send('manager', 'delete', `38${query}`);
    expect(await remove().expect(409)).to.match.openapi;
    expect(await remove('?withQuizzes=perhaps').expect(422)).to.match.openapi;
    expect(await remove('?withQuizzes=true').expect(200)).to.match.openapi;
    const { database } = school.test.services;
    expect(await database.table('quiz_quizzes').where('id', quiz.body.id)).to.deep.equal([]);
  });

  it('keep the quizzes of a course that cannot be removed', async () => {
    const refused = await school.send('manager', 'delete', '1?withQuizzes=true').expect(409);
    expect(refused.body.error.message).to.match(/has members/);
    expect((await school.send('student', 'get', '1/quizzes')).body.data).to.have.length(2);
  });
});

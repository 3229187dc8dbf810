import { expect } from 'lectern/testing';
import { School } from '../support.ts';
import { started } from '../../../../test/support/started.ts';

describe('Quizzes of a course', () => {
  const school = started(() => School.open());

  afterEach(() => school.test.reset());

  it('are listed to learners when published, and to managers always', async () => {
    const titles = async (who: 'student' | 'teacher' | 'manager', course: number) => {
      const answer = await school.send(who, 'get', `${course}/quizzes`).expect(200);
      expect(answer).to.match.openapi;
      return answer.body.data.map(({ title }: { title: string }) => title);
    };
    expect(await titles('student', 1)).to.deep.equal(['Quiz 1', 'Quiz 2']);
    expect(await titles('student', 2)).to.deep.equal([]);
    expect(await titles('teacher', 2)).to.deep.equal(['Quiz 4']);
    expect(await titles('manager', 2)).to.deep.equal(['Quiz 4']);
  });

  it('are paged by cursor', async () => {
    const { body } = await school.send('student', 'get', '1/quizzes?limit=1&after=').expect(200);
    const next = await school.send('student', 'get', `1/quizzes?limit=1&after=${body.paging.next}`).expect(200);
    expect(next.body.data[0].id).to.equal('2');
  });

  it('are created, changed and removed by a teacher of the course', async () => {
    const made = await school.send('teacher', 'post', '2/quizzes', { title: 'New' }).expect(201);
    expect(made).to.match.openapi;
    expect(made.body).to.include({
      audience: 'everyone',
      entrance: false,
      published: false,
      questionNum: 0,
      points: 0,
    });
    const path = `2/quizzes/${made.body.id}`;
    expect(made.headers['location']).to.equal(`/api/courses/${path}`);
    const changed = await school.send('teacher', 'patch', path, { title: 'Newer', published: true }).expect(200);
    expect(changed).to.match.openapi;
    expect(changed.body).to.include({ title: 'Newer', published: true });
    expect(await school.send('teacher', 'delete', path).expect(200)).to.match.openapi;
    expect(await school.codeOf('teacher', 'get', path)).to.deep.equal([404, 10]);
  });

  it('are changed only by managers of the course', async () => {
    expect(await school.codeOf('student', 'post', '1/quizzes', { title: 'Mine' })).to.deep.equal([403, 13]);
    const { database } = school.test.services;
    await database.table('courses').where('id', 2).update({ teacher_ids: [] });
    const refused = await school.send('teacher', 'patch', '2/quizzes/4', { title: 'Mine' }).expect(403);
    expect(refused).to.match.openapi;
    expect(await school.codeOf('manager', 'patch', '2/quizzes/4', { title: 'Mine' })).to.deep.equal([200, undefined]);
  });

  it('of a draft course are visible to its managers only', async () => {
    expect(await school.codeOf('student', 'get', '39/quizzes')).to.deep.equal([404, 10]);
    expect(await school.codeOf('teacher', 'get', '39/quizzes')).to.deep.equal([200, undefined]);
    expect(await school.codeOf('student', 'get', '99/quizzes')).to.deep.equal([404, 10]);
  });

  it('are not found at the address of another course', async () => {
    expect(await school.codeOf('student', 'get', '1/quizzes/3')).to.deep.equal([404, 10]);
    expect(await school.codeOf('teacher', 'patch', '1/quizzes/3', { title: 'x' })).to.deep.equal([404, 10]);
    expect(await school.codeOf('teacher', 'delete', '1/quizzes/3')).to.deep.equal([404, 10]);
  });

  for (const [field, body] of Object.entries({
    title: { title: '' },
    audience: { title: 'x', audience: 'nobody' },
    entrance: { title: 'x', audience: 'students', entrance: true },
    published: { title: 'x', published: 'perhaps' },
  })) {
    it(`are rejected for a wrong ${field}`, async () => {
      const answer = await school.send('teacher', 'post', '2/quizzes', body).expect(422);
      expect(answer).to.match.openapi;
      expect(answer.body.error.details[0].field).to.equal(field);
    });
  }

  it('require a course with a membership level when they are for members', async () => {
    const members = { title: 'x', audience: 'members' };
    expect(await school.codeOf('teacher', 'post', '40/quizzes', members)).to.deep.equal([422, 9]);
    expect(await school.codeOf('teacher', 'post', '13/quizzes', members)).to.deep.equal([201, undefined]);
    expect(await school.codeOf('teacher', 'patch', '13/quizzes/3', { entrance: true })).to.deep.equal([422, 9]);
  });

  it('reject a change of an older revision', async () => {
    const { headers } = await school.send('teacher', 'get', '2/quizzes/4').expect(200);
    const change = (title: string) =>
      school.send('teacher', 'patch', '2/quizzes/4', { title }).set('If-Match', headers['etag'] as string);
    await change('first').expect(200);
    expect(await change('second').expect(412)).to.match.openapi;
  });
});

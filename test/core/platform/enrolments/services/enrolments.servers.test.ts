import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';

describe('Simultaneous enrolments in free goods', () => {
  const platform = started(startPlatform);

  it('succeed once, and count one student', async () => {
    const newcomer = await platform.as('newcomer');
    const students = async () => Number((await platform.api.get('/api/courses/40').expect(200)).body.studentNum);
    const before = await students();
    const join = () => platform.api.post('/api/me/courses').set(newcomer).send({ courseId: '40' });
    const answers = await Promise.all(Array.from({ length: 50 }, join));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([201, ...Array.from({ length: 49 }, () => 409)]);
    expect(await students()).to.equal(before + 1);
  });
});

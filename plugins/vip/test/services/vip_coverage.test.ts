import { expect } from 'chai';
import { Desk } from '../desk.ts';
import { prepared, started } from '../../../../test/support/started.ts';

/** The student has silver, the second level; course 21 needs gold. */
describe('Goods that a membership includes', () => {
  const desk = started(() => Desk.open());
  const student = prepared(() => desk.platform.as('student'));

  afterEach(async () => {
    await desk.revert();
    await desk.change('2', { free_learned: true });
    await desk.platform.services.database.table('course_members').where({ user_id: 4 }).delete();
  });

  const join = (courseId: string) => desk.platform.api.post('/api/me/courses').set(student).send({ courseId });
  const stateOf = async (id: string) => (await desk.platform.api.get(`/api/me/courses/${id}`).set(student)).body.state;
  const preview = async (targetId: string) =>
    (await desk.platform.api.post('/api/order_info').set(student).send({ targetType: 'course', targetId })).body;

  it('are joined without a purchase, as the preview of an order says', async () => {
    expect(await preview('13')).to.include({ coveredBy: 'silver', totalPrice: '130.00' });
    expect((await join('13').expect(201)).body).to.include({ access: 'covered', state: 'open' });
    expect(await preview('21')).not.to.have.property('coveredBy');
    await join('21').expect(409);
  });

  it('need a level with free learning, while memberships are enabled', async () => {
    await desk.change('2', { free_learned: false });
    await join('13').expect(409);
    await desk.change('2', { free_learned: true });
    await desk.set({ enabled: false });
    await join('13').expect(409);
  });

  it('close at the end of the membership, and open again with the next one', async () => {
    await join('13').expect(201);
    const members = () => desk.platform.services.database.table('vip_members').where({ user_id: 4 });
    const { deadline } = (await members().first())!;
    await members().update({ deadline: new Date(0) });
    expect(await stateOf('13')).to.equal('not_covered');
    expect(await preview('13')).to.include({ totalPrice: '130.00' });
    await join('13').expect(409);
    await members().update({ deadline });
    expect(await stateOf('13')).to.equal('open');
  });
});

import { expect } from 'chai';
import { Manager } from '../manager.ts';
import type { Row } from '../support.ts';
import { started } from '../../../../support/started.ts';

describe('Totals of course sets', () => {
  const manager = started(() => Manager.start());
  let set: string;

  before(async () => {
    const level = { id: 10, seq: 10, name: 'platinum', month_price: 1, year_price: 1 };
    await manager.platform.services.database.table('vip_levels').insert(level);
  });
  beforeEach(async () => {
    set = await manager.makeSet();
  });

  const make = async (draft: Row) => (await manager.makeCourse({ courseSetId: set, ...draft }))['id'] as string;
  const change = (id: string, draft: Row) => manager.send('patch', `/courses/${id}`, draft).expect(200);
  const totals = (id = set) => manager.totals(id);

  it('follow prices and levels of the courses', async () => {
    const first = await make({ price: '20.00', vipLevelId: 2 });
    expect(await totals()).to.deep.equal(['20.00', '20.00', ['2'], '0']);
    const second = await make({ price: '5.00', vipLevelId: 10 });
    await make({ price: '9.00' });
    await make({ price: '8.00', vipLevelId: 2 });
    expect(await totals()).to.deep.equal(['5.00', '20.00', ['2', '10'], '0']);
    await change(first, { price: '30.00', vipLevelId: 1 });
    expect(await totals()).to.deep.equal(['5.00', '30.00', ['1', '2', '10'], '0']);
    await change(second, { isFree: true });
    expect(await totals()).to.deep.equal(['0.00', '30.00', ['1', '2', '10'], '0']);
    await manager.send('delete', `/courses/${second}`).expect(200);
    expect(await totals()).to.deep.equal(['8.00', '30.00', ['1', '2'], '0']);
  });

  it('count published courses only, if there are any', async () => {
    const draft = await make({ price: '1.00', vipLevelId: 1, status: 'draft' });
    expect(await totals()).to.deep.equal(['1.00', '1.00', ['1'], '0']);
    const shown = await make({ price: '7.00' });
    expect(await totals()).to.deep.equal(['7.00', '7.00', [], '0']);
    await change(draft, { status: 'published' });
    expect(await totals()).to.deep.equal(['1.00', '7.00', ['1'], '0']);
    await change(shown, { status: 'closed' });
    expect(await totals()).to.deep.equal(['1.00', '1.00', ['1'], '0']);
    await change(draft, { status: 'closed' });
    expect(await totals()).to.deep.equal(['1.00', '7.00', ['1'], '0']);
  });

  it('move with a course', async () => {
    const other = await manager.makeSet();
    const moving = await make({ price: '3.00', vipLevelId: 3 });
    await make({ price: '9.00' });
    await manager.make(`/courses/${moving}/members`, { userId: 9 });
    expect(await totals()).to.deep.equal(['3.00', '9.00', ['3'], '1']);
    const { body } = await change(moving, { courseSetId: other });
    expect(body.courseSetId).to.equal(other);
    expect(await totals()).to.deep.equal(['9.00', '9.00', [], '0']);
    expect(await totals(other)).to.deep.equal(['3.00', '3.00', ['3'], '1']);
  });

  it('do not change the revision of the set', async () => {
    const tag = await manager.tag(`/course_sets/${set}`);
    await make({ price: '3.00' });
    await manager.send('patch', `/course_sets/${set}`, { title: 'Mine' }).set('If-Match', tag).expect(200);
  });

  it('stay unchanged when a change is rejected', async () => {
    const id = await make({ price: '3.00' });
    await manager.send('patch', `/courses/${id}`, { price: '4.00', courseSetId: 999_999 }).expect(422);
    await manager.send('patch', `/courses/${id}`, { price: '4.00', status: 'draft' }).expect(409);
    await manager.send('patch', `/courses/${id}`, { price: '4.00' }).set('If-Match', '"7.x"').expect(412);
    expect(await totals()).to.deep.equal(['3.00', '3.00', [], '0']);
  });
});

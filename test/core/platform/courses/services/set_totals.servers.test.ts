import { expect } from 'chai';
import { Manager, manyConnections } from '../manager.ts';
import { range, type Row } from '../support.ts';
import { started } from '../../../../support/started.ts';

const ROUNDS = 3;

describe('Totals of course sets', () => {
  const manager = started(() => Manager.start(manyConnections));

  const make = async (draft: Row) => (await manager.makeCourse(draft))['id'] as string;

  it('are exact after all kinds of simultaneous changes', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const sets = await Promise.all([1, 2, 3].map(() => manager.makeSet()));
      const one = (index: number) => sets[index % sets.length]!;
      const courses = await Promise.all(
        range(1, 12).map((n) => make({ courseSetId: one(Number(n)), price: n, vipLevelId: Number(n) % 4 })),
      );
      const answers = await Promise.all([
        ...courses.map((id, n) => manager.send('patch', `/courses/${id}`, { price: 100 - n, vipLevelId: n % 5 })),
        ...courses.map((id, n) => manager.send('patch', `/courses/${id}`, { courseSetId: one(n + round) })),
        ...courses.map((id, n) => manager.send('patch', `/courses/${id}`, { status: n % 2 ? 'closed' : 'published' })),
        ...courses.map((id, n) => manager.send('post', `/courses/${id}/members`, { userId: 9 + n })),
        ...courses.slice(0, 4).map((id) => manager.send('delete', `/courses/${id}`)),
        ...sets.map((id) => manager.send('post', '/courses', { title: 'New', courseSetId: id, price: 500 })),
      ]);
      const failed = answers.filter(({ status }) => ![200, 201, 404, 409].includes(status));
      expect(failed.map(({ text }) => text)).to.deep.equal([]);
      for (const id of sets) expect(await manager.totals(id)).to.deep.equal(await manager.countedTotals(id));
    }
  });
});

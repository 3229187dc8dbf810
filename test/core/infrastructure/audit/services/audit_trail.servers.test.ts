import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';

const CHANGES = 12;

describe('Simultaneous changes of one object', () => {
  const platform = started(startPlatform);

  it('are recorded one after the other, each from the result of the previous one', async () => {
    const { api } = platform;
    const admin = await platform.as('admin');
    const titles = Array.from({ length: CHANGES }, (_, index) => `Title ${index}`);
    await Promise.all(titles.map((title) => api.patch('/api/articles/1').set(admin).send({ title }).expect(200)));
    const { body } = await api.get('/api/admin_logs?limit=100').set(admin).expect(200);
    const entries = body.data as { id: string; before: { title: string }; after: { title: string } }[];
    const inOrder = entries.sort((a, b) => Number(a.id) - Number(b.id));
    expect(inOrder.map((entry) => entry.after.title)).to.have.members(titles);
    const made = inOrder.slice(0, -1).map((entry) => entry.after.title);
    expect(inOrder.slice(1).map((entry) => entry.before.title)).to.deep.equal(made);
  });
});

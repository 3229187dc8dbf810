import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { prepared, started } from '../../../../support/started.ts';
import type { Row } from '../support.ts';

describe('Members of a question-bank exercise', () => {
  const platform = started(startPlatform);
  let id: string;

  const manager = prepared(() => platform.as('manager'));

  before(async () => {
    const draft = { title: 'New', questionBankId: 77, status: 'published' };
    id = (await send('post', '', draft).expect(201)).body.id as string;
  });

  const send = (method: 'get' | 'post' | 'patch' | 'delete', path: string, draft: Row = {}) =>
    platform.api[method](`/api/item_bank_exercises${path}`).set(manager).send(draft);
  const join = async (userId: string) => (await send('post', `/${id}/members`, { userId }).expect(201)).body as Row;
  const students = async () => (await send('get', `/${id}`).expect(200)).body.studentNum as string;

  it('are counted exactly when they join, leave and are locked at once', async () => {
    const leaving = await Promise.all(['9', '10', '11', '12'].map((user) => join(user)));
    const users = Array.from({ length: 20 }, (_, index) => String(13 + (index % 10)));
    const answers = await Promise.all([
      ...users.map((userId) => send('post', `/${id}/members`, { userId })),
      ...leaving.slice(0, 2).map((one) => send('delete', `/${id}/members/${one['id']}`)),
      ...leaving.slice(2).map((one) => send('patch', `/${id}/members/${one['id']}`, { locked: true })),
    ]);
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(201), count(409), count(200)]).to.deep.equal([10, 10, 4]);
    expect(await students()).to.equal('10');
    const { paging } = (await send('get', `/${id}/members`)).body;
    expect(paging.total).to.equal(10);
  });
});

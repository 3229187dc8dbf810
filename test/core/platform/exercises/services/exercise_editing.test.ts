import { expect } from 'chai';
import { expectTransitions } from '../../goods/goods_cases.ts';
import { startPlatform } from '../../../../support/platform.ts';
import { prepared, started } from '../../../../support/started.ts';
import { type Row } from '../support.ts';

const start = Date.UTC(2026, 2, 1) / 1_000;
const end = Date.UTC(2026, 3, 1) / 1_000;
const cover = { small: 'https://example.org/s.png', middle: 'https://example.org/m.png', large: '/files/l.png' };

describe('Editing of question-bank exercises', () => {
  const platform = started(startPlatform);

  const manager = prepared(() => platform.as('manager'));
  const student = prepared(() => platform.as('student'));

  const post = (draft: Row) => platform.api.post('/api/item_bank_exercises').set(manager).send(draft);
  const make = async (draft: Row = {}) => {
    const answer = await post({ title: 'A new one', questionBankId: '7', ...draft }).expect(201);
    return { ...answer.body, location: answer.headers['location'] } as Row;
  };
  const read = (id: string, who = manager) => platform.api.get(`/api/item_bank_exercises/${id}`).set(who);
  const change = (id: string, draft: Row) =>
    platform.api.patch(`/api/item_bank_exercises/${id}`).set(manager).send(draft);
  const remove = (id: string) => platform.api.delete(`/api/item_bank_exercises/${id}`).set(manager);
  const join = (id: string, userId: string) =>
    platform.api.post(`/api/item_bank_exercises/${id}/members`).set(manager).send({ userId }).expect(201);

  it('creates a draft that only managers see until it is published', async () => {
    const { id, location, status } = await make();
    expect({ location, status }).to.deep.equal({ location: `/api/item_bank_exercises/${id}`, status: 'draft' });
    await read(id, student).expect(404);
    expect((await change(id, { status: 'published' }).expect(200)).body.status).to.equal('published');
    expect((await read(id, student).expect(200)).body.title).to.equal('A new one');
  });

  const everything = {
    title: 'Everything',
    seq: '11',
    status: 'published',
    chapterEnable: true,
    assessmentEnable: true,
    questionBankId: '9007199254740993',
    joinEnable: false,
    expiryMode: 'date',
    expiryStartDate: String(start),
    expiryEndDate: String(end),
    isFree: false,
    price: '999999999999.95',
    originPrice: '19.99',
    recommended: true,
    recommendedSeq: '18',
  };

  it('stores every field that it accepts', async () => {
    const { id } = await make({ ...everything, cover });
    const { body } = await read(id);
    expect(body).to.include(everything);
    expect(body.cover).to.deep.equal({ ...cover, large: `${platform.url}/files/l.png` });
    expect(body.recommendedTime).to.equal(body.createdTime);
  });

  it('changes every field, and keeps fields that are not given', async () => {
    const { id } = await make();
    await change(id, { ...everything, cover }).expect(200);
    const { body } = await read(id);
    expect(body).to.include(everything);
    const { body: unchanged } = await change(id, {}).expect(200);
    expect(unchanged).to.deep.equal({ ...body, updatedTime: unchanged.updatedTime });
    expect((await change(id, { title: 'Other' })).body).to.include({ ...everything, title: 'Other' });
  });

  it('follows the rules of goods for price, recommendation and expiry', async () => {
    const { id } = await make({ price: '9.90', expiryMode: 'days', expiryDays: 90 });
    expect((await change(id, { isFree: true }).expect(200)).body).to.include({ isFree: true, price: '0.00' });
    const { body: refused } = await change(id, { price: 1 }).expect(422);
    expect(refused.error.details).to.deep.equal([{ field: 'price', message: 'must be 0, because isFree is true' }]);
    const { recommendedTime } = (await change(id, { recommended: true }).expect(200)).body;
    expect(recommendedTime).to.be.a('string');
    expect((await change(id, { recommended: true })).body.recommendedTime).to.equal(recommendedTime);
    expect((await change(id, { recommended: false })).body.recommendedTime).to.equal(null);
    const { body } = await change(id, { expiryMode: 'end_date', expiryEndDate: end }).expect(200);
    expect(body).to.include({ expiryMode: 'end_date', expiryDays: '0', expiryEndDate: `${end}` });
  });

  it('permits certain changes of the status only', () => expectTransitions('An exercise', { make, change }));

  it('removes drafts, and published exercises without members', async () => {
    const { id: draft } = await make();
    await join(draft, '9');
    const { id: empty } = await make({ status: 'published' });
    await platform.api
      .post(`/api/item_bank_exercises/${empty}/modules`)
      .set(manager)
      .send({ title: 'One', type: 'chapter' })
      .expect(201);
    for (const id of [draft, empty]) {
      await remove(id).expect(200, { success: true });
      await read(id).expect(404);
      await remove(id).expect(404);
    }
  });

  it('does not remove a published or closed exercise with members: 409, code 14', async () => {
    const { id } = await make({ status: 'published' });
    await join(id, '9');
    for (const status of ['published', 'closed']) {
      await change(id, { status }).expect(200);
      const { body } = await remove(id).expect(409);
      const message = `Exercise ${id} is ${status} and has members; remove them first.`;
      expect(body.error).to.deep.equal({ code: 14, message });
    }
    expect((await read(id)).body.studentNum).to.equal('1');
  });

  it('rejects callers who are not managers', async () => {
    for (const who of [student, {}]) {
      const status = who === student ? 403 : 401;
      for (const [method, path] of [
        ['post', ''],
        ['patch', '/1'],
        ['delete', '/6'],
        ['post', '/1/members'],
        ['patch', '/1/members/1'],
        ['delete', '/1/members/1'],
        ['post', '/1/modules'],
        ['patch', '/1/modules/1'],
        ['delete', '/1/modules/1'],
      ] as const) {
        const request = platform.api[method](`/api/item_bank_exercises${path}`).set(who);
        expect((await request.send({ title: 'x' })).status, `${method} ${path}`).to.equal(status);
      }
    }
  });

  it('rejects a change of an outdated revision: 412', async () => {
    const { id } = await make();
    const tag = (await read(id)).headers['etag'] as string;
    await change(id, { title: 'First' }).set('If-Match', tag).expect(200);
    const { body } = await change(id, { title: 'Second' }).set('If-Match', tag).expect(412);
    expect(body.error.code).to.equal(14);
    await remove(id).set('If-Match', tag).expect(412);
    const { body: left, headers } = await read(id);
    expect(left.title).to.equal('First');
    await change('999999', { title: 'x' }).set('If-Match', tag).expect(404);
    await remove(id)
      .set('If-Match', headers['etag'] as string)
      .expect(200);
  });
});

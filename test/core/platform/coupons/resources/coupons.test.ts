import { expect } from 'chai';
import { newOrder, CouponFixture, STUDENT } from '../support.ts';
import { prepared, started } from '../../../../support/started.ts';

type Body = Record<string, unknown>;

describe('Management of coupons', () => {
  const fixture = started(() => CouponFixture.open());
  const manager = prepared(() => fixture.platform.as('manager'));

  const send = (method: 'get' | 'post' | 'delete', path = '', draft?: Body) =>
    fixture.platform.api[method](`/api/coupons${path}`).set(manager).send(draft);
  const draft = { type: 'discount', rate: '8.5', deadline: '2099-12-31' };
  const codesOf = ({ body }: { body: { data: Body[] } }) => body.data.map(({ code }) => code);

  it('requires the permission admin_order', async () => {
    const teacher = await fixture.platform.as('teacher');
    for (const [method, path] of [
      ['get', ''],
      ['get', '/1'],
      ['post', ''],
      ['delete', '/1'],
    ] as const) {
      await fixture.platform.api[method](`/api/coupons${path}`).expect(401);
      await fixture.platform.api[method](`/api/coupons${path}`).set(teacher).send(draft).expect(403);
    }
  });

  it('lists coupons by code, status and owner, the newest first', async () => {
    const { body } = await send('get').expect(200);
    expect(body.paging).to.deep.equal({ total: 6, offset: 0, limit: 10 });
    expect(codesOf({ body })).to.deep.equal(['FREE01', 'OTHER1', 'OLD01', 'USED01', 'RATE85', 'MINUS5']);
    for (const [query, codes] of [
      ['code=OLD01', ['OLD01']],
      ['code=old01', []],
      ['status=used', ['USED01']],
      ['status=unused&userId=0', ['FREE01']],
      ['userId=5', ['OTHER1']],
      ['userId=4&status=receive&limit=1&offset=1', ['RATE85']],
    ] as const) {
      expect(codesOf(await send('get', `?${query}`).expect(200)), query).to.deep.equal(codes);
    }
    for (const query of ['status=lost', 'userId=x', 'offset=-1']) await send('get', `?${query}`).expect(422);
  });

  it('shows a coupon with all its fields', async () => {
    const { id } = await fixture.row('USED01');
    const { body } = await send('get', `/${String(id)}`).expect(200);
    const { deadline, takenTime, usedTime, createdTime, ...rest } = body as Body;
    expect(rest).to.deep.equal({
      id,
      code: 'USED01',
      type: 'minus',
      status: 'used',
      rate: '5.00',
      userId: STUDENT,
      targetType: 'all',
      targetId: '0',
      orderSn: '2026010100000000001',
    });
    expect(deadline).to.match(/^\d{4}-\d\d-\d\dT23:59:59\+08:00$/);
    for (const time of [takenTime, usedTime, createdTime]) expect(time).to.match(/^\d{4}-.*\+08:00$/);
    await send('get', '/999').expect(404);
  });

  it('creates a coupon that can be used at once', async () => {
    const { body, headers } = await send('post', '', { ...draft, code: 'NEW-1', userId: 9, targetType: 'course' });
    expect(headers['location']).to.equal(`/api/coupons/${body.id}`);
    const { createdTime, ...rest } = body as Body;
    expect(createdTime).to.be.a('string');
    expect(rest).to.deep.equal({
      id: body.id,
      code: 'NEW-1',
      type: 'discount',
      status: 'receive',
      rate: '8.50',
      userId: '9',
      deadline: '2099-12-31T23:59:59+08:00',
      targetType: 'course',
      targetId: '0',
      orderSn: null,
      takenTime: null,
      usedTime: null,
    });
    expect((await send('get', `/${body.id}`)).body).to.deep.equal(body);
    await fixture.take('NEW-1', { userId: '9' });
  });

  it('creates a coupon without an owner, with a random code', async () => {
    const codes = new Set<string>();
    for (let number = 0; number < 5; number++) {
      const { body } = await send('post', '', { ...draft, targetType: 'vip', targetId: 2 }).expect(201);
      expect(body).to.include({ status: 'unused', userId: '0', targetType: 'vip', targetId: '2' });
      expect(body.code).to.match(/^[A-HJ-NP-Z2-9]{16}$/);
      codes.add(body.code as string);
    }
    expect(codes.size).to.equal(5);
  });

  it('rejects a taken code', async () => {
    const { body } = await send('post', '', { ...draft, code: 'MINUS5' }).expect(409);
    expect(body.error).to.deep.equal({ code: 14, message: 'Another coupon has this code; choose another one.' });
  });

  for (const [field, change] of [
    ['type', { type: 'gift' }],
    ['type', { type: undefined }],
    ['rate', { rate: undefined }],
    ['rate', { rate: 0 }],
    ['rate', { rate: '10.00' }],
    ['rate', { rate: '-1' }],
    ['rate', { rate: '8.505' }],
    ['rate', { rate: 'NaN' }],
    ['rate', { rate: '８' }],
    ['rate', { type: 'minus', rate: '0.00' }],
    ['deadline', { deadline: undefined }],
    ['deadline', { deadline: '2099-02-30' }],
    ['deadline', { deadline: '2099-13-01' }],
    ['deadline', { deadline: '2001-01-01' }],
    ['deadline', { deadline: '2099-12-31T00:00:00Z' }],
    ['deadline', { deadline: 'tomorrow' }],
    ['userId', { userId: 999 }],
    ['userId', { userId: 0 }],
    ['targetType', { targetType: 'Course!' }],
    ['targetType', { targetType: 'moon' }],
    ['targetId', { targetId: 3 }],
    ['targetId', { targetType: 'course', targetId: -3 }],
    ['code', { code: 'abc' }],
    ['code', { code: 'a b c d' }],
  ] as const) {
    it(`rejects ${JSON.stringify(change)}, and names the field ${field}`, async () => {
      const { body } = await send('post', '', { ...draft, ...change }).expect(422);
      expect(body.error.code).to.equal(9);
      expect(body.error.details.map((one: Body) => one['field'])).to.deep.equal([field]);
    });
  }

  it('ignores fields that only an order sets', async () => {
    const { body } = await send('post', '', { ...draft, status: 'used', orderSn: '1', id: 77, usedTime: '2020' });
    expect(body).to.include({ status: 'unused', orderSn: null, usedTime: null });
    expect(body.id).not.to.equal('77');
  });

  it('accepts a rate above 10.00 for coupons of type minus', async () => {
    expect((await send('post', '', { ...draft, type: 'minus', rate: 1234.5 }).expect(201)).body.rate).to.equal(
      '1234.50',
    );
  });

  it('removes coupons that are bound to no order', async () => {
    const code = await fixture.make();
    const { id } = await fixture.row(code);
    const orderSn = newOrder();
    await fixture.take(code, { orderSn });
    const { body } = await send('delete', `/${String(id)}`).expect(409);
    const message = 'The coupon is bound to an order. Close the order first if it is unpaid; a coupon that paid stays.';
    expect(body.error).to.deep.equal({ code: 14, message });
    await fixture.services.coupons.free(orderSn);
    await send('delete', `/${String(id)}`).expect(200, { success: true });
    const gone = await send('delete', `/${String(id)}`).expect(404);
    expect(gone.body.error).to.deep.equal({ code: 10, message: 'There is no such coupon.' });
    const used = await fixture.row('USED01');
    await send('delete', `/${String(used['id'])}`).expect(409);
  });
});

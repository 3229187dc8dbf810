import { expect } from 'chai';
import { outcome, Shop, until, type Buyer } from '../../orders/shop.ts';
import { started } from '../../../../support/started.ts';

for (const { path, field, free, priced, price, targetType } of [
  { path: '/me/courses', field: 'courseId', free: '40', priced: '30', price: '300.00', targetType: 'course' },
  { path: '/me/classrooms', field: 'classroomId', free: '11', priced: '10', price: '250.00', targetType: 'classroom' },
  {
    path: '/me/item_bank_exercises',
    field: 'exerciseId',
    free: '4',
    priced: '5',
    price: '10.00',
    targetType: 'item_bank_exercise',
  },
] as const) {
  describe(path, () => {
    const shop = started(() => Shop.open({}));
    let buyer: Buyer;

    before(async () => {
      const { database } = shop.services;
      await database.table('classrooms').where({ id: free }).update({ price: 0 });
      await database.table('classrooms').where({ id: priced }).update({ max_rate: 100 });
      await database.table('courses').where({ id: priced }).update({ max_rate: 100 });
      await database.table('item_bank_exercises').where({ id: priced }).update({ is_free: false, price: 1_000 });
    });
    beforeEach(async () => {
      buyer = await shop.buyer({ coins: 1_000_00 });
    });
    afterEach(() => shop.expectSound());

    const join = (id: string) => shop.post(path, { [field]: id }, buyer);
    const leave = (id: string) => shop.place.api.delete(`/api${path}/${id}`).set(buyer.headers);
    const mine = async (id: string) => (await shop.get(`${path}/${id}`, buyer)).body;
    const students = async (id: string) =>
      Number((await shop.get(path.replace('/me', '') + `/${id}`, buyer)).body.studentNum);
    const lock = async (goods: string, locked: boolean) => {
      const { headers } = await shop.known('manager');
      const table = { course: 'course_members', classroom: 'classroom_members' }[targetType as string];
      const members = shop.services.database.table<{ id: string; user_id: string }>(
        table ?? 'item_bank_exercise_members',
      );
      const member = await members.where({ user_id: buyer.id }).first('id');
      const address = `/api${path.replace('/me', '')}/${goods}/members/${member?.id}`;
      await shop.place.api.patch(address).set(headers).send({ locked }).expect(200);
    };
    const buy = async () => {
      const order = await shop.order(buyer, priced, { targetType });
      await shop.pay(buyer, order, price);
      return order;
    };

    it('joins free goods once, lists them, and leaves them', async () => {
      const before = await students(free);
      const { body, headers } = await join(free).expect(201);
      expect(body).to.include({ id: free, role: 'student', access: 'free', state: 'open', deadline: null });
      expect(headers['location']).to.equal(`/api${path}/${free}`);
      expect(outcome(await join(free))).to.equal('409/14');
      const { body: page } = await shop.get(path, buyer).expect(200);
      expect(page).to.deep.equal({ data: [body], paging: { total: 1, offset: 0, limit: 10 } });
      expect(await students(free)).to.equal(before + 1);
      await leave(free).expect(200);
      expect(outcome(await leave(free))).to.equal('404/10');
      expect(await students(free)).to.equal(before);
    });

    it('rejects goods with a price, and missing goods', async () => {
      expect(outcome(await join(priced))).to.equal('409/14');
      expect(outcome(await join('999'))).to.equal('404/10');
    });

    it('keeps the lock of a manager when a locked member leaves', async () => {
      await join(free).expect(201);
      const before = await students(free);
      await lock(free, true);
      expect(outcome(await join(free))).to.equal('403/13');
      await leave(free).expect(200);
      expect(outcome(await join(free))).to.equal('403/13');
      expect(await mine(free)).to.include({ state: 'locked' });
      expect(await students(free)).to.equal(before - 1);
      await lock(free, false);
      expect(await mine(free)).to.include({ state: 'expired' });
      await join(free).expect(201);
      expect(await mine(free)).to.include({ state: 'open' });
    });

    it('keeps the lock of a manager after a refund, and sells nothing to locked members', async () => {
      const { sn } = await buy();
      await lock(priced, true);
      const manager = await shop.known('manager');
      await shop.post(`/orders/${sn}/refunds`, {}, manager).expect(201);
      await until(async () => (await mine(priced)).access === 'free');
      expect(await mine(priced)).to.include({ state: 'locked' });
      const again = () => shop.post('/orders', { targetType, targetId: priced }, buyer);
      expect(outcome(await again())).to.equal('400/20007');
      await lock(priced, false);
      expect(outcome(await join(priced))).to.equal('409/14');
      await buy();
      expect(await mine(priced)).to.include({ state: 'open', access: 'bought' });
    });

    it('shows bought goods, which only a refund removes', async () => {
      const { sn } = await buy();
      expect(await mine(priced)).to.include({ access: 'bought', state: 'open' });
      expect(outcome(await leave(priced))).to.equal('409/14');
      const manager = await shop.known('manager');
      await shop.post(`/orders/${sn}/refunds`, {}, manager).expect(201);
      await until(async () => outcome(await shop.get(`${path}/${priced}`, buyer)) === '404/10');
    });
  });
}

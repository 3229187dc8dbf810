import { expect } from 'chai';
import { Manager, manyConnections } from '../manager.ts';
import { range, type Row } from '../support.ts';
import { started } from '../../../../support/started.ts';

const USERS = range(9, 48);

for (const { path, service, word } of [
  { path: '/courses', service: 'courseMembers', word: 'course' },
  { path: '/classrooms', service: 'classroomMembers', word: 'classroom' },
] as const) {
  describe(`Simultaneous changes of members of ${path}`, () => {
    const manager = started(() => Manager.start(manyConnections));
    let id: string;
    beforeEach(async () => {
      id = await make();
    });

    const here = () => manager.platform.services[service];
    const at = (member = '') => `${path}/${id}/members${member && `/${member}`}`;
    const make = async () =>
      (await (path === '/courses' ? manager.makeCourse() : manager.makeClassroom()))['id'] as string;
    const join = async (userId: string) => (await manager.make(at(), { userId }))['id'] as string;
    const send = (method: 'patch' | 'delete', member: string, draft: Row = {}) =>
      manager.send(method, at(member), draft);
    const students = async () => (await manager.read(`${path}/${id}`))['studentNum'] as string;

    it('count each admitted or dismissed user once', async () => {
      await Promise.all([...USERS, ...USERS].map((user) => here().admit(id, user)));
      expect(await students()).to.equal(String(USERS.length));
      await Promise.all([
        ...USERS.slice(0, 10).flatMap((user) => [here().dismiss(id, user), here().dismiss(id, user)]),
        ...range(49, 58).flatMap((user) => [here().admit(id, user), here().admit(id, user)]),
      ]);
      expect((await manager.read(at())).paging.total).to.equal(USERS.length);
      expect(await students()).to.equal(String(USERS.length));
    });

    it('count users who join, leave and are locked', async () => {
      const leaving = await Promise.all(range(9, 18).map((user) => join(user)));
      const answers = await Promise.all([
        ...[...range(19, 38), ...range(19, 38)].map((userId) => manager.send('post', at(), { userId })),
        ...leaving.slice(0, 5).flatMap((one) => [send('delete', one), send('delete', one)]),
        ...leaving
          .slice(5)
          .flatMap((one) => [send('patch', one, { locked: true }), send('patch', one, { locked: true })]),
        ...range(14, 43).map((user) => here().admit(id, user)),
        ...range(9, 13).map((user) => here().dismiss(id, user)),
      ]);
      const statuses = answers.flatMap((answer) => (typeof answer === 'object' ? [answer.status] : []));
      expect(statuses.filter((status) => ![200, 201, 404, 409].includes(status))).to.deep.equal([]);
      const { body } = await manager.send('get', `${at()}?limit=100`);
      expect(body.data.map(({ user }: Row) => user.id)).to.have.members(range(19, 43));
      expect(await students()).to.equal('25');
    });

    it(`add no member to a ${word} that is being removed`, async () => {
      for (const userId of range(9, 18)) {
        const goods = await make();
        const [joined, removed] = await Promise.all([
          manager.send('post', `${path}/${goods}/members`, { userId }),
          manager.send('delete', `${path}/${goods}`),
        ]);
        expect([`${joined.status} ${removed.status}`]).to.have.members([joined.status === 201 ? '201 409' : '404 200']);
      }
    });
  });
}

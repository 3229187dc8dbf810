import { expect } from 'chai';
import { startPlatform } from '../../../../test/support/platform.ts';
import { prepared, started } from '../../../../test/support/started.ts';

describe('Membership levels of goods', () => {
  const platform = started(startPlatform);

  const manager = prepared(() => platform.as('manager'));

  const goods = { courses: { title: 'x', courseSetId: '1' }, classrooms: { title: 'x' } };
  for (const [path, draft] of Object.entries(goods)) {
    it(`must exist when ${path} are created and changed`, async () => {
      const create = (vipLevelId: string) =>
        platform.api
          .post(`/api/${path}`)
          .set(manager)
          .send({ ...draft, vipLevelId });
      const change = (vipLevelId: string) => platform.api.patch(`/api/${path}/5`).set(manager).send({ vipLevelId });
      for (const refused of [await create('99').expect(422), await change('99').expect(422)]) {
        expect(refused).to.match.openapi;
        expect(refused.body.error.details[0].field).to.equal('vipLevelId');
      }
      for (const level of ['0', '4']) {
        expect((await create(level).expect(201)).body.vipLevelId).to.equal(level);
        expect((await change(level).expect(200)).body.vipLevelId).to.equal(level);
      }
      await platform.api.patch(`/api/${path}/5`).set(manager).send({ title: 'y' }).expect(200);
    });

    it(`are named in answers with ${path}, on request`, async () => {
      const named = await platform.api.get(`/api/${path}/4?fields=id,vipLevelName`).expect(200);
      expect(named).to.match.openapi;
      expect(named.body).to.deep.equal({ id: '4', vipLevelName: path === 'courses' ? 'bronze' : 'silver' });
      expect((await platform.api.get(`/api/${path}/4`).expect(200)).body).not.to.have.property('vipLevelName');
    });
  }
});

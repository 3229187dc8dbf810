import { join } from 'node:path';
import { expect } from 'chai';
import { createTestKernel, type TestKernel } from 'lectern/testing';
import { Installation } from '../support/installation.ts';
import { logWatch } from '../support/log_watch.ts';
import { complaintsIn, projectRoot } from '../support/platform.ts';

describe('The platform without plugins', () => {
  const installation = new Installation().link(join(projectRoot, 'core'), 'core');
  let platform: TestKernel;
  let admin: Awaited<ReturnType<TestKernel['as']>>;

  before(async () => {
    installation.link(join(projectRoot, 'custom'), 'custom');
    platform = await createTestKernel({ root: installation.root, logTo: logWatch.destination([]) });
    admin = await platform.as('admin');
  });
  after(async () => {
    await platform.stop();
    await installation.clear();
  });

  it('is ready, and logs no warning', async () => {
    const { body } = await platform.api.get('/readyz').expect(200);
    expect(body).to.deep.include({ status: 'ready', plugins: [] });
    expect(complaintsIn(platform.logs)).to.deep.equal([]);
  });

  for (const path of ['/plugins/vip/vip_levels', '/plugins/vip/vip_users/4', '/me/vip_levels/1']) {
    it(`answers 404 at ${path}`, async () => {
      const { body } = await platform.api.get(`/api${path}`).set(admin).expect(404);
      expect(body.error.code).to.equal(1);
    });
  }

  it('documents and serves the lists of core only', async () => {
    const { body: document } = await platform.api.get('/api/openapi.json').expect(200);
    const paths = Object.keys(document.paths as object);
    expect(paths.filter((path) => /^\/api\/plugins\/|vip_/.test(path))).to.deep.equal([]);
    // Nobody has ordered anything yet.
    const others = ['/api/settings', '/api/orders'];
    const lists = paths.filter(
      (path) => document.paths[path].get && /^\/api\/\w+s$/.test(path) && !others.includes(path),
    );
    for (const path of lists) await platform.api.get(path).set(admin).expect(200);
    for (const path of ['/api/articles', '/api/courses', '/api/item_bank_exercises']) {
      expect(lists).to.include(path);
      expect((await platform.api.get(path).set(admin)).body.data, path).to.not.be.empty;
    }
  });

  it('returns no membership of a user at the login', async () => {
    const login = { username: 'student', password: 'Lectern-2026' };
    const { body } = await platform.api.post('/api/user/login').send(login).expect(200);
    expect(body.user).to.include({ nickname: 'student', vip: null });
    const { body: section } = await platform.api.get('/api/settings/vip').expect(404);
    expect(section.error.code).to.equal(10);
  });
});

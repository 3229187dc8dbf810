import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type { Kernel } from 'lectern/host';
import type supertest from 'supertest';
import { Installation } from '../support/installation.ts';
import { makeTestDatabase, type TestDatabase } from '../support/test_database.ts';
import { projectRoot, tokenOf } from '../support/platform.ts';

describe('The platform without plugins', () => {
  let place: TestDatabase;
  let installation: Installation;
  let kernel: Kernel;
  let api: ReturnType<typeof supertest>;
  let admin: { 'X-Auth-Token': string };

  before(async () => {
    place = await makeTestDatabase();
    installation = new Installation().link(join(projectRoot, 'core'), 'core');
    installation.link(join(projectRoot, 'custom'), 'custom');
    const env = { ...place.env, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info' };
    ({ kernel, api } = await installation.serve({ env, config: { demo: true } }));
    admin = { 'X-Auth-Token': await tokenOf(kernel, 'admin') };
  });
  after(async () => {
    await installation.clear();
    await place.clear();
  });

  it('is ready, and logs no warning', async () => {
    const { body } = await api.get('/readyz').expect(200);
    expect(body).to.deep.include({ status: 'ready', plugins: [] });
    const complaints = installation.logs.filter((line) => (JSON.parse(line) as { level: number }).level >= 40);
    expect(complaints.filter((line) => !line.includes('is for evaluation'))).to.deep.equal([]);
  });

  for (const path of ['/plugins/vip/vip_levels', '/plugins/vip/vip_users/4', '/me/vip_levels/1']) {
    it(`answers 404 at ${path}`, async () => {
      const { body } = await api.get(`/api${path}`).set(admin).expect(404);
      expect(body.error.code).to.equal(1);
    });
  }

  it('documents and serves the lists of core only', async () => {
    const { body: document } = await api.get('/api/openapi.json').expect(200);
    const paths = Object.keys(document.paths as object);
    expect(paths.filter((path) => /^\/api\/plugins\/|vip_/.test(path))).to.deep.equal([]);
    // Nobody has ordered anything yet.
    const others = ['/api/settings', '/api/orders'];
    const lists = paths.filter(
      (path) => document.paths[path].get && /^\/api\/\w+s$/.test(path) && !others.includes(path),
    );
    for (const path of lists) await api.get(path).set(admin).expect(200);
    for (const path of ['/api/articles', '/api/courses', '/api/item_bank_exercises']) {
      expect(lists).to.include(path);
      expect((await api.get(path).set(admin)).body.data, path).to.not.be.empty;
    }
  });

  it('returns no membership of a user at the login', async () => {
    const login = { username: 'student', password: 'Lectern-2026' };
    const { body } = await api.post('/api/user/login').send(login).expect(200);
    expect(body.user).to.include({ nickname: 'student', vip: null });
    const { body: section } = await api.get('/api/settings/vip').expect(404);
    expect(section.error.code).to.equal(10);
  });
});

import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { served } from '../../../support/started.ts';

const files = {
  'core/people/module.json': manifest('people'),
  'core/people/public/list.txt': 'people',
  'core/people/public/more/list.txt': 'more people',
  'core/people/resources/people.js': `
import { defineResource, raw } from 'lectern';
const answers = { open: true, returns: [raw] };
export default defineResource('/user', {
  search: { ...answers, run: () => ['all'] },
  get: { ...answers, run: (_services, { params }) => ({ one: params.id }) },
  add: { ...answers, run: () => ({ added: true }) },
  update: { ...answers, run: (_services, { params }) => ({ changed: params.id }) },
  remove: { ...answers, run: (_services, { params }) => ({ removed: params.id }) },
});`,
  'core/people/resources/info.js': `
import { defineResource, raw } from 'lectern';
export default defineResource('/user/info', { singleton: true, get: { open: true, returns: [raw], run: () => ({ info: true }) } });`,
  'core/people/resources/members.js': `
import { defineResource, raw } from 'lectern';
export default defineResource('/item_bank_exercises/{exerciseId}/members', {
  search: { open: true, returns: [raw], run: (_services, { params }) => params },
});`,
  'core/people/resources/settings.js': `
import { defineResource, raw } from 'lectern';
export default defineResource('/settings', { item: 'type', get: { open: true, returns: [raw], run: (_services, { params }) => params } });`,
};

describe('The router', () => {
  const { api } = served(files);

  const answered: readonly (readonly [path: string, body: unknown])[] = [
    ['/api/user/7', { one: '7' }],
    ['/api/users/7', { one: '7' }],
    ['/api/user/7/', { one: '7' }],
    ['/api/user', ['all']],
    ['/api/users', ['all']],
    ['/api/users/', ['all']],
    ['/api/users?a=1', ['all']],
    ['/api/users/?', ['all']],
    ['/api/user/info', { info: true }],
    ['/api/users/info', { info: true }],
    ['/api/item_bank_exercise/1/members', { exerciseId: '1' }],
    ['/api/item_bank_exercises/1/members', { exerciseId: '1' }],
    ['/api/item_bank_exercises/1/member', { exerciseId: '1' }],
    ['/api/setting/vip', { type: 'vip' }],
    ['/api/settings/vip', { type: 'vip' }],
    ['/api/settings/%E5%AD%A6', { type: '学' }],
    ['/api/settings/a%2Fb', { type: 'a/b' }],
  ];
  for (const [path, body] of answered) {
    it(`answers ${path}`, async () => {
      expect((await api.get(path).expect(200)).body).to.deep.equal(body);
    });
  }

  const pages = ['/healthz', '/readyz', '/metrics', '/docs', '/docs/start.js', '/api/openapi.json'];
  for (const page of [...pages, '/assets/people/list.txt', '/assets/people/more/list.txt']) {
    it(`serves ${page} in this spelling only`, async () => {
      await api.get(page).expect(200);
      const last = page.replace(/\w+$/, (word) => word.toUpperCase());
      for (const other of [`${page}/`, `/${page}`, page.toUpperCase(), last]) {
        const { body } = await api.get(other);
        expect(body, other).to.deep.equal({
          error: { code: 1, message: 'There is no such API; correct the address.' },
        });
      }
    });
  }

  for (const path of [
    '/api',
    '/api/',
    '/api/nothing',
    '/API/users',
    '/api/Users',
    '/api//users',
    '/api/users/1/2',
    '/apiusers',
    '/assets/people',
    '/assets/people/more',
    '/nowhere',
  ]) {
    it(`answers 404, code 1 at ${path}`, async () => {
      const { body } = await api.get(path).expect(404);
      expect(body).to.deep.equal({ error: { code: 1, message: 'There is no such API; correct the address.' } });
    });
  }

  const noIds = [
    '0',
    '01',
    '-1',
    '+1',
    '1.0',
    '1e3',
    'abc',
    '1a',
    '%201',
    '1%20',
    '0x1',
    '9223372036854775808',
    '1'.repeat(20),
  ];
  for (const id of noIds) {
    it(`answers 404, code 10 for the invalid id ${id}`, async () => {
      expect((await api.get(`/api/users/${id}`).expect(404)).body.error.code).to.equal(10);
      expect((await api.get(`/api/item_bank_exercises/${id}/members`).expect(404)).body.error.code).to.equal(10);
    });
  }

  it('accepts the largest id', async () => {
    expect((await api.get('/api/users/9223372036854775807').expect(200)).body).to.deep.equal({
      one: '9223372036854775807',
    });
  });

  it('maps the methods to the operations', async () => {
    expect((await api.post('/api/users').expect(200)).body).to.deep.equal({ added: true });
    expect((await api.patch('/api/users/1').expect(200)).body).to.deep.equal({ changed: '1' });
    expect((await api.put('/api/users/1').expect(200)).body).to.deep.equal({ changed: '1' });
    expect((await api.delete('/api/users/1').expect(200)).body).to.deep.equal({ removed: '1' });
  });

  for (const path of ['/api/users', '/api/users/7', '/api/users/abc', '/api/nothing', '/nowhere']) {
    it(`answers HEAD ${path} with the headers of GET and no body`, async () => {
      const got = await api.get(path).set('X-Request-Id', 'same');
      const head = await api.head(path).set('X-Request-Id', 'same').expect(got.status);
      expect({ ...head.headers, date: '' }).to.deep.equal({ ...got.headers, date: '' });
      expect(Number(head.headers['content-length'])).to.be.above(0);
      expect(head.text).to.equal(undefined);
    });
  }

  it('answers OPTIONS with 204 and the methods', async () => {
    const list = await api.options('/api/users').expect(204);
    expect(list.headers['allow']).to.equal('POST, GET, HEAD, OPTIONS');
    expect(list.text).to.equal('');
    const one = await api.options('/api/user/1').expect(204);
    expect(one.headers['allow']).to.equal('GET, HEAD, DELETE, PATCH, PUT, OPTIONS');
    await api.options('/api/nothing').expect(404);
  });

  it('answers 405, code 12, with the allowed methods', async () => {
    const { body, headers } = await api.delete('/api/users').expect(405);
    expect(body.error.code).to.equal(12);
    expect(headers['allow']).to.equal('POST, GET, HEAD, OPTIONS');
    await api.post('/api/users/info').expect(405);
  });
});

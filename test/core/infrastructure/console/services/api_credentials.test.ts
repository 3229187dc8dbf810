import { expect } from 'chai';
import type { Requests } from '../../../../../core/testing/requests.ts';
import type { Installation } from '../../../../support/installation.ts';
import { depot } from '../../depot.ts';

describe('The console of a host without a sign-in by name and password', () => {
  let installation: Installation;
  let api: Requests;

  before(async () => {
    installation = depot();
    const env = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'info', DATA_DIR: 'memory' };
    ({ api } = await installation.serve({ env }));
  });
  after(() => installation.clear());

  const signIn = (password: string) =>
    api.post('/api/console/sessions').set('X-Console', '1').send({ username: 'credential', password });

  it('asks the page of the console for a credential of the API', async () => {
    const refused = await api.get('/api/console/sessions/current').expect(401);
    expect(refused.headers['www-authenticate']).to.equal('Basic realm="depot", Console realm="credential"');
  });

  it('keeps the credential in the cookie of the console, which ends with the browser', async () => {
    const answer = await signIn('key-dora').expect(201);
    expect(answer.body).to.deep.equal({ nickname: 'dora', permissions: ['console_state'], demo: false });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).to.match(/^lectern_console=[\w-]+; Path=\/api; HttpOnly; SameSite=Strict$/);
    const [Cookie = ''] = cookie.split(';');
    await api.get('/api/console/readiness').set({ Cookie }).expect(200);
    await api.patch('/api/settings/depot').set({ Cookie }).send({ gate: 'west' }).expect(403);
    await api.get('/api/console/readiness').set({ Cookie }).set('Sec-Fetch-Site', 'cross-site').expect(403);
    const end = await api.delete('/api/console/sessions/current').set({ Cookie, 'X-Console': '1' }).expect(200);
    expect(String(end.headers['set-cookie'])).to.match(/^lectern_console=; Path=\/api; Max-Age=0;/);
    expect(installation.logs.join('\n')).not.to.contain('key-dora');
  });

  it('refuses a wrong credential, and a caller without a permission of the console', async () => {
    await signIn('key-nobody').expect(401);
    const refused = await signIn('key-bert').expect(403);
    expect(refused.headers['set-cookie']).to.equal(undefined);
    await api.get('/api/console/readiness').set('Cookie', 'lectern_console=%').expect(401);
  });
});

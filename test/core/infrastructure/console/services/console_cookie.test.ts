import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { prepared, started } from '../../../../support/started.ts';
import { signInToConsole } from '../sign_in.ts';

describe('The cookie of the console', () => {
  const platform = started(startPlatform);

  const headers = prepared(() => signInToConsole(platform, 'manager'));

  it('is a credential at every address', async () => {
    await platform.api.get('/api/users').set(headers).expect(200);
    await platform.api.patch('/api/settings/site').set(headers).send({ name: 'Evening school' }).expect(200);
  });

  it('is refused for changes without the header X-Console', async () => {
    const { Cookie } = headers;
    await platform.api.get('/api/users').set({ Cookie }).expect(200);
    const forged = await platform.api.patch('/api/settings/site').set({ Cookie }).send({ name: 'Forged' }).expect(403);
    expect((forged.body as { error: { code: number } }).error.code).to.equal(13);
    const { body } = await platform.api.get('/api/settings/site').expect(200);
    expect((body as { name: string }).name).not.to.equal('Forged');
    await platform.api
      .post('/api/console/sessions')
      .send({ username: 'manager', password: 'Lectern-2026' })
      .expect(403);
  });

  it('is refused in requests from other sites', async () => {
    for (const site of ['cross-site', 'same-site'])
      await platform.api.get('/api/users').set(headers).set('Sec-Fetch-Site', site).expect(403);
    for (const site of ['same-origin', 'none'])
      await platform.api.get('/api/users').set(headers).set('Sec-Fetch-Site', site).expect(200);
  });

  it('is ignored if another credential is sent', async () => {
    const student = await platform.as('student');
    await platform.api.get('/api/users').set(headers).set(student).expect(403);
  });

  it('adds no challenge to refusals, and is described in the OpenAPI document', async () => {
    const refused = await platform.api.get('/api/users').expect(401);
    expect(refused.headers['www-authenticate']).not.to.match(/cookie/i);
    const { body } = await platform.api.get('/api/openapi.json').expect(200);
    const { securitySchemes } = (body as { components: { securitySchemes: Record<string, object> } }).components;
    expect(securitySchemes['ConsoleCookie']).to.include({ type: 'apiKey', in: 'cookie', name: 'lectern_console' });
  });

  it('is marked Secure if the public URL has HTTPS, and has its path', async () => {
    const secured = await startPlatform({ http: { publicUrl: 'https://school.example/lms' } });
    try {
      const credentials = { username: 'manager', password: 'Lectern-2026' };
      const answer = await secured.api
        .post('/api/console/sessions')
        .set('X-Console', '1')
        .send(credentials)
        .expect(201);
      expect(String(answer.headers['set-cookie'])).to.match(/; Path=\/lms\/api; .*; Secure$/);
    } finally {
      await secured.stop();
    }
  });
});

import { expect } from 'chai';
import { construct } from 'lectern/testing';
import { ConsoleSignIn } from '../../../../../core/infrastructure/console/services/console_sign_in.ts';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';
import { signInToConsole } from '../sign_in.ts';

describe('Sessions of the console', () => {
  const platform = started(startPlatform);

  const signIn = (username: string, password = 'Lectern-2026') =>
    platform.api.post('/api/console/sessions').set('X-Console', '1').send({ username, password });

  it('keep the token only in a cookie that scripts and other sites cannot use', async () => {
    const answer = await signIn('manager').expect(201);
    expect(answer.headers).to.include({ location: '/api/console/sessions/current', 'cache-control': 'no-store' });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).to.match(/^lectern_console=[\w-]{43}; Path=\/api; Max-Age=2592000; HttpOnly; SameSite=Strict$/);
    expect(Object.keys(answer.body as object)).to.deep.equal(['nickname', 'permissions', 'demo']);
    const [, token = ''] = /lectern_console=([^;]+)/.exec(cookie) ?? [];
    expect(JSON.stringify(platform.logs)).not.to.contain(token);
  });

  it('contain the permissions of the caller', async () => {
    const headers = await signInToConsole(platform, 'manager');
    const { body } = await platform.api.get('/api/console/sessions/current').set(headers).expect(200);
    expect((body as { permissions: string[] }).permissions).to.include.members(['console_state', 'admin_user']);
  });

  it('offer the accounts of the demo data, but not in production or without such data', () => {
    const { config, consoleAccounts, consoleCookie, roles } = platform.services;
    const manager = { id: '8', nickname: 'manager', roles: [], permissions: new Set<string>() };
    const needs = { consoleAccounts, consoleCookie, roles };
    const offered = (environment: 'development' | 'production', demo: boolean) =>
      construct(ConsoleSignIn, { ...needs, environment, config: { ...config, demo } }).describe(manager).demo;
    expect(offered('development', true)).to.equal(true);
    expect(offered('production', true)).to.equal(false);
    expect(offered('development', false)).to.equal(false);
  });

  it('refuse a wrong password, a locked account and an account without a permission of the console', async () => {
    const refused = await signIn('manager', 'wrong').expect(401);
    expect(refused.headers['set-cookie']).to.equal(undefined);
    await signIn('locked').expect(401);
    const student = await signIn('student').expect(403);
    expect(student.body).to.deep.equal({
      error: {
        code: 13,
        message:
          'This account has none of the permissions of the console; ask a manager of users for a role that has some.',
      },
    });
    expect(student.headers['set-cookie']).to.equal(undefined);
  });

  it('begin even if the browser has the cookie of an ended session', async () => {
    await signIn('manager').set('Cookie', 'lectern_console=ended').expect(201);
    await platform.api.get('/api/console/sessions/current').set('Cookie', 'lectern_console=ended').expect(401);
  });

  it('end with a revoked token and a removed cookie', async () => {
    const headers = await signInToConsole(platform, 'manager');
    const answer = await platform.api.delete('/api/console/sessions/current').set(headers).expect(200);
    expect(String(answer.headers['set-cookie'])).to.match(/^lectern_console=; Path=\/api; Max-Age=0;/);
    await platform.api.get('/api/console/sessions/current').set(headers).expect(401);
  });

  it('are listed with the other tokens of the user', async () => {
    const headers = await signInToConsole(platform, 'manager');
    const { body } = await platform.api.get('/api/me/tokens').set(headers).expect(200);
    const current = (body as { data: { current: boolean }[] }).data.filter((one) => one.current);
    expect(current).to.have.length(1);
  });
});

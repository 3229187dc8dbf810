import { expect } from 'chai';
import { startOwnPlatform } from '../../../../support/platform.ts';
import { prepared } from '../../../../support/started.ts';

const demo = { access_token: 'demo-access-token', openid: 'demo-openid' };

describe('The sandbox for login providers', () => {
  const ours = { enabled: true, appId: '12345' };
  const providers = { weixinweb: { enabled: true }, weixinmob: { enabled: true }, qq: ours, weibo: ours };
  let isStopped = false;

  const platform = prepared(() => startOwnPlatform({ modules: { social_login: { sandbox: true, providers } } }));

  after(async () => {
    if (!isStopped) await platform.stop();
  });

  it('speaks the protocols of all four providers', async () => {
    for (const type of Object.keys(providers)) {
      const bound = type === 'weixinweb';
      const { status, body } = await platform.api.get('/api/articles').query({ ...demo, type });
      expect([type, status, body.error?.code]).to.deep.equal([type, bound ? 200 : 401, bound ? undefined : 11]);
      for (const change of [{ access_token: 'x' }, { openid: 'x' }]) {
        const query = { ...demo, type, ...change };
        expect((await platform.api.get('/api/articles').query(query).expect(401)).body.error.code).to.equal(4);
      }
    }
  });

  it('listens on this machine only, and stops with the platform', async () => {
    const { url } = platform.kernel.services.loginSandbox;
    expect(url).to.match(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${url!}/anything`)).status).to.equal(404);
    await platform.stop();
    isStopped = true;
    expect(platform.kernel.services.loginSandbox.url).to.equal(undefined);
    const failed = await fetch(`${url!}/anything`).catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(TypeError);
  });
});

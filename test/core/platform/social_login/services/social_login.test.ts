import { expect } from 'chai';
import { startPlatform } from '../../../../support/platform.ts';
import { started } from '../../../../support/started.ts';

const demo = { access_token: 'demo-access-token', openid: 'demo-openid', type: 'weixinweb' };

const config = {
  modules: {
    social_login: {
      sandbox: true,
      wrongTries: { points: 1000 },
      providers: { weixinweb: { enabled: true }, weixinmob: { enabled: true } },
    },
  },
};

describe('Logins with an account at a third party', () => {
  const platform = started(() => startPlatform(config));

  const get = (query: object | string, path = '/api/articles') => platform.api.get(path).query(query);

  async function refuse(query: object | string, [status, code]: readonly [number, number], path?: string) {
    const { body, headers } = await get(query, path).expect(status);
    expect(body.error.code).to.equal(code);
    return { message: body.error.message as string, headers };
  }

  it('sign in the bound user', async () => {
    await platform.api.get('/api/articles').expect(401);
    await get(demo).expect(200);
  });

  it('read the query of a POST and a PATCH, and not their bodies', async () => {
    const patch = () => platform.api.patch('/api/settings/wap');
    expect((await patch().query(demo).send({ version: 1 }).expect(403)).body.error.code).to.equal(13);
    expect(
      (
        await patch()
          .send({ version: 1, ...demo })
          .expect(401)
      ).body.error.code,
    ).to.equal(11);
    const { body } = await platform.api.post('/api/tokens').query(demo).expect(200);
    expect(body.user).to.equal('student');
    await platform.api.get('/api/articles').set('X-Auth-Token', body.token).expect(200);
  });

  const wrong = {
    'with a wrong access token': { ...demo, access_token: 'x' },
    'with a wrong openid': { ...demo, openid: 'x' },
    'without an access token': { ...demo, access_token: '' },
    'without an openid': { access_token: demo.access_token, type: demo.type },
    'with an empty openid': { ...demo, openid: '' },
    'without a type': { access_token: demo.access_token, openid: demo.openid },
    'with nothing but an empty access token': 'access_token',
    'with two access tokens':
      'access_token=demo-access-token&access_token=demo-access-token&openid=demo-openid&type=weixinweb',
    'with a list of access tokens': 'access_token[]=demo-access-token&openid=demo-openid&type=weixinweb',
    'with two openids': 'access_token=demo-access-token&openid=demo-openid&openid=x&type=weixinweb',
    'with two types': 'access_token=demo-access-token&openid=demo-openid&type=weixinweb&type=weixinweb',
    'with an access token that is too long': { ...demo, access_token: 'x'.repeat(513) },
    'with an openid that is too long': { ...demo, openid: 'x'.repeat(513) },
    'with a NUL in the openid': { ...demo, openid: 'demo-openid\0' },
    'with a NUL in the access token': 'access_token=a%00b&openid=demo-openid&type=weixinweb',
  };
  it('are rejected with wrong or missing parameters, on open endpoints too: 401, code 4', async () => {
    for (const [how, query] of Object.entries(wrong)) {
      for (const path of ['/api/articles', '/api/settings/site']) {
        const { status, body, headers } = await get(query, path);
        expect([status, body.error?.code], `${how} at ${path}`).to.deep.equal([401, 4]);
        expect(body.error.message, how).to.equal(
          'The access token or the openid is wrong; get both from the provider again.',
        );
        expect(headers['www-authenticate'], how).to.include('ThirdParty realm="lectern"');
      }
    }
  });

  it('are rejected for an unknown or disabled provider: 403, code 13', async () => {
    for (const type of ['qq', 'weibo', 'weixin', 'WEIXINWEB', '__proto__', 'constructor', 'toString']) {
      await refuse({ ...demo, type }, [403, 13]);
      await refuse({ ...demo, type }, [403, 13], '/api/settings/site');
      const { body } = await get({ ...demo, type });
      expect(body.error.message).to.equal('The login provider of the parameter "type" does not exist or is disabled.');
    }
  });

  it('are rejected for an unbound account: 401, code 11', async () => {
    await refuse({ ...demo, type: 'weixinmob' }, [401, 11]);
    await refuse({ ...demo, type: 'weixinmob' }, [401, 11], '/api/settings/site');
  });

  it('are rejected at once for a locked user: 401, code 6', async () => {
    const { database } = platform.kernel.services;
    const lock = (locked: boolean) => database.table('users').where({ id: 4 }).update({ locked });
    await get(demo).expect(200);
    await lock(true);
    try {
      await refuse(demo, [401, 6]);
      await refuse(demo, [401, 6], '/api/settings/site');
    } finally {
      await lock(false);
    }
    await get(demo).expect(200);
  });

  it('follow a change of the binding at once', async () => {
    const { database } = platform.kernel.services;
    const binding = () => database.table('user_bindings').where({ provider: 'weixinweb', openid: 'demo-openid' });
    await get(demo).expect(200);
    await binding().update({ user_id: 6 });
    await refuse(demo, [401, 6]);
    await binding().update({ user_id: 4 });
    await get(demo).expect(200);
  });

  it('yield to an X-Auth-Token, and take precedence over an Access-Token', async () => {
    const header = await platform.as('student');
    await get({ ...demo, openid: 'x' })
      .set(header)
      .expect(200);
    expect((await get(demo).set('X-Auth-Token', 'x').expect(401)).body.error.code).to.equal(5);
    await get(demo).set('Access-Token', 'x').expect(200);
  });

  it('are not attempted without an access token', async () => {
    await refuse({ openid: demo.openid, type: demo.type }, [401, 11]);
    await get({ type: 'x', openid: 'y' }, '/api/settings/site').expect(200);
  });

  it('appear in the OpenAPI document with their error answers', async () => {
    const { body } = await platform.api.get('/api/openapi.json').expect(200);
    expect(body.components.securitySchemes.ThirdParty).to.include({
      type: 'apiKey',
      in: 'query',
      name: 'access_token',
    });
    expect(body.components.securitySchemes.ThirdParty.description).to.match(/openid.*type/s);
    const { responses, security } = body.paths['/api/articles'].get;
    expect(security).to.deep.include({ ThirdParty: [] });
    expect(responses).to.include.keys('401', '403', '429', '503');
  });

  it('keep access tokens out of the log', () => {
    const log = platform.logs.join('');
    expect(log).to.include('"route":"/articles"');
    expect(log).to.not.include('demo-access-token');
    expect(log).to.not.include('demo-openid');
  });
});

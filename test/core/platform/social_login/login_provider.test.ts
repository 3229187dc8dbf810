import { expect } from 'chai';
import { manifest } from '../../../support/installation.ts';
import { startWithPlugins } from '../../../support/platform.ts';
import { started } from '../../../support/started.ts';

/** Each way is a behaviour of a provider. */
const services = `
import { asValue, contributes, standardFailures } from 'lectern';
const ways = {
  'way-right': (openid) => openid,
  'way-throws': (_openid, token) => { throw new Error('no luck with ' + token); },
  'way-refuses': () => { throw standardFailures.addressNotAllowed(); },
  'way-hangs': () => new Promise(() => undefined),
};
const school = { name: 'school', enabled: true, openidOf: async (token, openid) => ways[token]?.(openid, token) };
const qq = { name: 'qq', enabled: true, openidOf: async () => 'openid-of-the-plugin' };
export default {
  schoolLogin: contributes('loginProviders', asValue(school)),
  otherQqLogin: contributes('loginProviders', asValue(qq)),
};`;

describe('A login provider of a plugin', () => {
  const platform = started(() =>
    startWithPlugins(
      { 'school/module.json': manifest('school', { requires: { social_login: '*' } }), 'school/services.js': services },
      { modules: { social_login: { timeoutMs: 300 } } },
    ),
  );

  before(async () => {
    const { bindings } = platform.kernel.services;
    await bindings.add({ provider: 'school', openid: 'a pupil', userId: '4' });
    await bindings.add({ provider: 'qq', openid: 'openid-of-the-plugin', userId: '4' });
  });

  const get = (access_token: string, openid = 'a pupil', type = 'school') =>
    platform.api.get('/api/articles').query({ access_token, openid, type });

  it('signs in a bound user', async () => {
    await get('way-right').expect(200);
    expect((await get('way-right', 'another').expect(401)).body.error.code).to.equal(11);
    expect((await get('way-wrong').expect(401)).body.error.code).to.equal(4);
  });

  it('takes precedence over a provider of the platform with the same name', async () => {
    await get('any', 'openid-of-the-plugin', 'qq').expect(200);
  });

  it('answers 503, code 8, when it throws or never answers', async () => {
    for (const token of ['way-throws', 'way-hangs']) {
      const { body, headers } = await get(token).expect(503);
      expect(body.error.code).to.equal(8);
      expect(headers['retry-after']).to.equal('5');
    }
    const log = platform.logs.join('');
    expect(log).to.include('"reason":"Error"').and.include('"reason":"the provider did not answer within 300 ms"');
    expect(log).to.not.include('way-');
  });

  it('can refuse with a failure of its own', async () => {
    expect((await get('way-refuses').expect(403)).body.error.code).to.equal(6);
  });
});

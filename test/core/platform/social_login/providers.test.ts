import { expect } from 'chai';
import { eventually } from '../../../support/eventually.ts';
import { OPENID, OURS, provider, somewhere, startAsking } from './asking_platform.ts';
import type { Way } from './stub_provider.ts';
import { prepared } from '../../../support/started.ts';

interface Case {
  readonly type: string;
  /** What the provider is asked. */
  readonly asks: (accessToken: string) => object;
  /** How it names the owner of the token. */
  readonly names: (openid: string) => object;
  /** Other answers, and the status and code that come of them. */
  readonly others: Readonly<Record<string, readonly [answer: object, status: number, code: number]>>;
}

const nonsense = {
  'an empty object': [{}, 503, 8],
  'a list': [[OPENID], 503, 8],
  'an unknown error': [{ errcode: -1, error: 1, error_code: 10001 }, 503, 8],
} as const;

function weixin(type: string): Case {
  return {
    type,
    asks: (access_token) => ({
      method: 'GET',
      path: '/sns/userinfo',
      query: { access_token, openid: OPENID, lang: 'zh_CN' },
      form: {},
    }),
    names: (openid) => ({ openid, nickname: 'A', privilege: [] }),
    others: {
      ...nonsense,
      'an invalid token': [{ errcode: 40001, errmsg: 'invalid credential' }, 401, 4],
      'an invalid openid': [{ errcode: 40003, errmsg: 'invalid openid' }, 401, 4],
      'an expired token': [{ errcode: 42001, errmsg: 'access_token expired' }, 401, 4],
      'a token without permission': [{ errcode: 48001, errmsg: 'api unauthorized' }, 401, 4],
      'too many requests of the school': [{ errcode: 45009, errmsg: 'reach max api daily quota limit' }, 503, 8],
      'an openid that is not text': [{ openid: { a: 1 } }, 503, 8],
    },
  };
}

const cases: readonly Case[] = [
  weixin('weixinweb'),
  weixin('weixinmob'),
  {
    type: 'qq',
    asks: (access_token) => ({
      method: 'GET',
      path: '/oauth2.0/me',
      query: { access_token, fmt: 'json' },
      form: {},
    }),
    names: (openid) => ({ client_id: OURS, openid }),
    others: {
      ...nonsense,
      "another application's token": [{ client_id: '54321', openid: OPENID }, 401, 4],
      'no application': [{ openid: OPENID }, 503, 8],
      'an invalid token': [{ error: 100016, error_description: 'access token check failed' }, 401, 4],
    },
  },
  {
    type: 'weibo',
    asks: (access_token) => ({ method: 'POST', path: '/oauth2/get_token_info', query: {}, form: { access_token } }),
    names: (openid) => ({ uid: openid, appkey: Number(OURS), scope: null, expire_in: 100 }),
    others: {
      ...nonsense,
      "another application's token": [{ uid: OPENID, appkey: '54321', expire_in: 100 }, 401, 4],
      'no application': [{ uid: OPENID, expire_in: 100 }, 503, 8],
      'an expired token': [{ uid: OPENID, appkey: OURS, expire_in: 0 }, 401, 4],
      'an invalid token': [{ error: 'invalid_access_token', error_code: 21332, request: '/x' }, 401, 4],
    },
  },
];

describe('Login providers', () => {
  let number = 0;
  let accessToken = '';
  const sent: string[] = [];

  const platform = prepared(startAsking);

  after(async () => {
    await platform.stop();
    await provider.close();
  });

  // Every test has an access token of its own, so that none is remembered from the test before.
  beforeEach(() => {
    accessToken = `secret & token=${++number}`;
    sent.push(accessToken, encodeURIComponent(accessToken), new URLSearchParams({ accessToken }).toString().slice(12));
    provider.asked.length = 0;
  });

  const get = (type: string, openid = OPENID) =>
    platform.api.get('/api/articles').set(somewhere()).query({ access_token: accessToken, openid, type });

  for (const { type, asks, names, others } of cases) {
    describe(type, () => {
      it('is asked in its own protocol, and signs in the user that it names', async () => {
        provider.says(names(OPENID));
        await get(type).expect(200);
        expect(provider.asked).to.deep.equal([asks(accessToken)]);
      });

      it('rejects a user whom it does not name: 401, code 4', async () => {
        provider.says(names('another'));
        expect((await get(type).expect(401)).body.error.code).to.equal(4);
        provider.says(names(OPENID));
        expect((await get(type, `${OPENID}x`).expect(401)).body.error.code).to.equal(4);
        expect((await get(type, OPENID.toUpperCase()).expect(401)).body.error.code).to.equal(4);
      });

      for (const [what, [answer, status, code]] of Object.entries(others)) {
        it(`answers ${status}, code ${code}, to ${what}`, async () => {
          for (const httpStatus of [200, 400]) {
            provider.says(answer, httpStatus);
            const { body, headers } = await get(type).expect(status);
            expect(body.error.code).to.equal(code);
            expect(headers['retry-after']).to.equal(status === 503 ? '5' : undefined);
          }
        });
      }
    });
  }

  const troubles: Readonly<Record<string, Way>> = {
    'is silent': () => undefined,
    'closes the connection': (response) => response.destroy(),
    'stops in the middle': (response) => response.writeHead(200).write('{"openid":'),
    'closes the connection in the middle': (response) => {
      response.writeHead(200, { 'Content-Length': '99' });
      response.write('{"openid":', () => response.destroy());
    },
    'answers 500': (response) => response.writeHead(500).end(JSON.stringify({ openid: OPENID })),
    'answers 429': (response) => response.writeHead(429).end(JSON.stringify({ openid: OPENID })),
    'answers nothing': (response) => response.end(),
    'answers no JSON': (response) => response.end(accessToken),
    'answers null': (response) => response.end('null'),
    'answers more than 64 KB': (response) => response.end(JSON.stringify({ openid: OPENID, more: 'x'.repeat(65_536) })),
    'never ends': (response) => {
      const more = (): unknown =>
        response.write(' '.repeat(16_384), (error) => {
          if (!error) setImmediate(more);
        });
      more();
    },
    'redirects the client': (response, { path, query }) =>
      path === '/elsewhere'
        ? response.end(JSON.stringify({ openid: OPENID }))
        : response.writeHead(307, { Location: `/elsewhere?access_token=${query['access_token']!}` }).end(),
  };
  for (const [how, way] of Object.entries(troubles)) {
    it(`are unavailable when one ${how}: 503, code 8, Retry-After`, async () => {
      provider.way = way;
      const { body, headers } = await get('weixinweb').expect(503);
      expect(body.error).to.deep.equal({
        code: 8,
        message: 'The login provider gave no usable answer; try again later.',
      });
      expect(headers['retry-after']).to.equal('5');
      expect(provider.asked).to.have.length(1);
      // A failure is not remembered.
      provider.says({ openid: OPENID });
      await get('weixinweb').expect(200);
    });
  }

  it('are not asked about invalid openids: 401, code 4', async () => {
    for (const openid of ['x'.repeat(513), 'a\0b', '']) {
      provider.says({ openid });
      expect((await get('weixinweb', openid).expect(401)).body.error.code).to.equal(4);
    }
    const twice = { access_token: accessToken, openid: [OPENID, OPENID], type: 'weixinweb' };
    await platform.api.get('/api/articles').query(twice).expect(401);
    expect(provider.asked).to.deep.equal([]);
    const longest = 'x'.repeat(512);
    provider.says({ openid: longest });
    expect((await get('weixinweb', longest).expect(401)).body.error.code).to.equal(11);
  });

  it('are disconnected when they are slow', async () => {
    const before = provider.hungUp;
    provider.way = () => undefined;
    await get('weixinweb').expect(503);
    await eventually(async () => expect(provider.hungUp).to.be.above(before));
  });

  it('are read up to exactly 64 KB', async () => {
    const answer = JSON.stringify({ openid: OPENID, more: '' });
    provider.way = (response) => response.end(answer.replace('""', `"${'x'.repeat(65_536 - answer.length)}"`));
    await get('weixinweb').expect(200);
  });

  // A nested suite runs after the suites above; a test of this suite would run before them.
  describe('in the end', () => {
    it('are unavailable when they are gone: 503, with the reason but no secret in the log', async () => {
      await provider.close();
      expect((await get('weixinweb').expect(503)).body.error.code).to.equal(8);
      const log = platform.logs.join('');
      expect(log).to.include(
        'The login provider \\"weixinweb\\" gave no usable answer: the server cannot be reached (ECONNREFUSED)',
      );
      expect(log).to.include('did not answer within 500 ms');
      expect(log).to.include('the answer of the provider is no JSON object');
      for (const name of ['weixinweb', 'qq', 'weibo'])
        expect(log).to.include(
          `compare modules.social_login.providers.${name}.address with the interface of the provider`,
        );
      expect(sent).to.have.length.above(100);
      for (const one of [...sent, 'secret &', OPENID]) expect(log).to.not.include(one);
    });
  });
});

import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { started } from '../../../../support/started.ts';
import { apps, local, md5, startWith, TOKEN } from '../support.ts';

describe('The Access-Token method', () => {
  const platform = started(() => startWith({ wrongTries: { points: 1000 } }));

  beforeEach(() => set({ accessTokenEnabled: true, whitelist: local }));

  async function set(values: object) {
    const { body } = await platform.api
      .patch('/api/settings/api')
      .set(await platform.as('manager'))
      .send(values)
      .expect(200);
    return body as object;
  }

  const get = (token: string, path = '/api/articles') => platform.api.get(path).set('Access-Token', token);

  async function refuse(token: string, [status, code]: readonly [number, number], path?: string) {
    const { body, headers } = await get(token, path).expect(status);
    expect(body.error.code).to.equal(code);
    return headers;
  }

  it('grants the roles of the app and no more', async () => {
    await get(TOKEN).expect(200);
    await get(TOKEN, '/api/settings/api').expect(200);
    const plain = md5('plain-app-plain-secret');
    await get(plain).expect(200);
    await refuse(plain, [403, 13], '/api/settings/api');
  });

  it('accepts hexadecimal digits in any case', async () => {
    await get(TOKEN.toUpperCase()).expect(200);
    await get(TOKEN.slice(0, 16).toUpperCase() + TOKEN.slice(16)).expect(200);
  });

  const wrong = {
    'an empty value': '',
    'a short value': TOKEN.slice(1),
    'a long value': `${TOKEN}0`,
    'the keys themselves': 'demo-app-demo-secret',
    'the keys of two apps': md5('demo-app-plain-secret'),
    'the keys without a hyphen': md5('demo-appdemo-secret'),
    'two values': `${TOKEN}, ${TOKEN}`,
    'text that is not ASCII': 'ä',
    'the value in Base64': Buffer.from(TOKEN, 'hex').toString('base64'),
  };
  it('rejects wrong values, on open endpoints too: 401, code 4', async () => {
    for (const [what, token] of Object.entries(wrong)) {
      for (const path of ['/api/articles', '/api/settings/site']) {
        const { status, body, headers } = await get(token, path);
        expect([status, body.error?.code], `${what} at ${path}`).to.deep.equal([401, 4]);
        expect(headers['www-authenticate'], what).to.include('AccessToken realm="lectern"');
      }
    }
  });

  it('rejects a header that is sent twice: 401, code 4', async () => {
    const { hostname, port } = new URL(platform.url);
    const socket = connect(Number(port), hostname);
    const line = `Access-Token: ${TOKEN}\r\n`;
    socket.write(`GET /api/articles HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${line}${line}\r\n`);
    const answer = await text(socket);
    expect(answer).to.match(/^HTTP\/1\.1 401 /);
    expect(answer).to.include('"code":4');
  });

  it('rejects every value while it is disabled: 503, code 8', async () => {
    await set({ accessTokenEnabled: false });
    for (const token of [TOKEN, 'wrong']) {
      await refuse(token, [503, 8]);
      await refuse(token, [503, 8], '/api/settings/site');
    }
    await set({ accessTokenEnabled: true, whitelist: [] });
    await refuse('wrong', [401, 4]);
    await refuse(TOKEN, [403, 6]);
  });

  it('rejects every address while the whitelist is empty: 403, code 6', async () => {
    await get(TOKEN).expect(200);
    await set({ whitelist: [] });
    await refuse(TOKEN, [403, 6]);
    await refuse(TOKEN, [403, 6], '/api/settings/site');
    await set({ whitelist: ['127.0.0.1'] });
    await get(TOKEN).expect(200);
  });

  const lists: readonly (readonly [entry: string, isIn: boolean])[] = [
    ['127.0.0.1', true],
    ['127.0.0.1/32', true],
    ['127.0.0.0/31', true],
    ['127.0.0.2/31', false],
    ['127.0.0.0/32', false],
    ['127.255.255.255/8', true],
    ['128.0.0.0/8', false],
    ['126.0.0.0/7', true],
    ['0.0.0.0/0', true],
    ['0.0.0.0', false],
    ['::ffff:127.0.0.1', true],
    ['::FFFF:7f00:1', true],
    ['::ffff:127.0.0.0/104', true],
    ['::ffff:128.0.0.0/104', false],
    ['::ffff:0:0/96', true],
    ['::ffff:127.0.0.1/95', false],
    ['::1', false],
    ['::/0', false],
    ['::127.0.0.1', false],
  ];
  it('accepts 127.0.0.1 with whitelists that contain it, and with no others', async () => {
    const served: (readonly [string, boolean])[] = [];
    for (const [entry] of lists) {
      await set({ whitelist: ['192.0.2.1', entry] });
      const { status } = await get(TOKEN);
      expect(status, entry).to.be.oneOf([200, 403]);
      served.push([entry, status === 200]);
    }
    expect(served).to.deep.equal(lists);
  });

  it('ignores an address that the client claims in a header', async () => {
    await set({ whitelist: ['192.0.2.1'] });
    for (const header of ['X-Forwarded-For', 'X-Real-IP', 'X-Client-IP', 'True-Client-IP', 'CF-Connecting-IP']) {
      expect((await get(TOKEN).set(header, '192.0.2.1').expect(403)).body.error.code).to.equal(6);
    }
    await get(TOKEN).set('Forwarded', 'for=192.0.2.1').expect(403);
    await set({ whitelist: local });
    await get(TOKEN).set('X-Forwarded-For', '192.0.2.1').expect(200);
  });

  it('is ignored when the request has an X-Auth-Token', async () => {
    const student = await platform.as('student');
    await get(TOKEN, '/api/settings/api').set(student).expect(403);
    await get('wrong').set(student).expect(200);
    expect((await get(TOKEN).set('X-Auth-Token', 'x').expect(401)).body.error.code).to.equal(5);
  });

  it('appears in the OpenAPI document with its error answers', async () => {
    const { body } = await platform.api.get('/api/openapi.json').expect(200);
    expect(body.components.securitySchemes.AccessToken).to.include({
      type: 'apiKey',
      in: 'header',
      name: 'Access-Token',
    });
    const { responses, security } = body.paths['/api/articles'].get;
    expect(security).to.deep.include({ AccessToken: [] });
    expect(responses).to.include.keys('401', '403', '429', '503');
  });

  it('keeps keys and values out of the log', () => {
    const log = platform.logs.join('');
    expect(log).to.include('"route":"/articles"');
    for (const secret of [TOKEN, TOKEN.toUpperCase(), 'demo-secret', 'plain-secret'])
      expect(log).to.not.include(secret);
  });
});

describe('A start with a wrong Access-Token configuration', () => {
  const app = apps[0]!;
  const mistakes: Readonly<Record<string, readonly [config: object, message: RegExp]>> = {
    'with two apps of the same keys': [
      { apps: [app, { ...app, name: 'Twin', appKey: 'demo', secretKey: 'app-demo-secret' }] },
      /"Demo" and "Twin" have the same Access-Token/,
    ],
    'with a short secret': [{ apps: [{ ...app, secretKey: 'short' }] }, /"apps\.0\.secretKey" must NOT have fewer/],
    'with the user of a person': [{ apps: [{ ...app, user: 'student' }] }, /user "student" to the app "demo-app"/],
    'with an app without a key': [{ apps: [{ ...app, appKey: '' }] }, /"apps\.0\.appKey" must NOT have fewer/],
    'with an invalid whitelist': [{ whitelist: ['127.0.0.1', 'localhost'] }, /whitelist" holds "localhost"/],
  };
  for (const [what, [config, message]] of Object.entries(mistakes)) {
    it(`fails ${what}`, async () => {
      const failed = await startWith(config).catch((error: unknown) => error);
      expect(failed).to.be.instanceOf(Error);
      expect((failed as Error).message)
        .to.match(message)
        .and.not.include('demo-secret');
    });
  }
});

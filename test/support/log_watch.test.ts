import { expect } from 'chai';
import { Installation, manifest } from './installation.ts';
import { LogWatch } from './log_watch.ts';

const talker = `
  import { defineResource, raw } from 'lectern';

  export default defineResource('/plugins/talker/words', {
    uses: ['logger'],
    search: {
      open: true,
      returns: [raw],
      run({ logger }, { request }) {
        const { aloud } = request.query;
        if (aloud) logger.info({ given: request.header(aloud), query: request.query[aloud] }, 'somebody calls');
        return [];
      },
    },
  });`;

describe('LogWatch', () => {
  const watch = new LogWatch();
  const lines: string[] = [];
  const installation = new Installation({
    'plugins/talker/module.json': manifest('talker'),
    'plugins/talker/resources/words.mjs': talker,
  });
  let api: Awaited<ReturnType<Installation['serve']>>['api'];

  before(async () => {
    watch.start();
    ({ api } = await installation.serve({ logTo: watch.destination(lines) }));
  });
  after(async () => {
    watch.stop();
    await installation.clear();
  });

  const call = (aloud: string, headers: Record<string, string>, query: Record<string, string> = {}) =>
    api
      .get('/api/plugins/talker/words')
      .query({ ...query, aloud })
      .set(headers)
      .expect(200);

  it('collects sent credentials, and passes on log lines', async () => {
    await call('', { 'X-Auth-Token': 'first-token-of-a-test', Authorization: 'Bearer aaaaaaaaaaaaaaaaaaaa.b' });
    expect(watch.size).to.equal(2);
    expect(lines.join('')).to.include('"route":"/plugins/talker/words"');
    expect(watch.findings).to.deep.equal([]);
  });

  it('reports a logged credential, even if it was sent later', async () => {
    await call('x-note', { 'X-Note': 'second-token-of-a-test' });
    expect(watch.findings).to.deep.equal([]);
    await call('', { 'X-Auth-Token': 'second-token-of-a-test' });
    expect(watch.findings)
      .to.have.length(1)
      .and.match(/somebody calls/);
    await call('access-token', { 'Access-Token': 'third-token-of-a-test' });
    await call('access_token', {}, { access_token: 'fourth-token-of-a-test' });
    const basic = Buffer.from('student:fifth-password-of-a-test').toString('base64');
    await call('x-note', { 'X-Note': 'fifth-password-of-a-test', Authorization: `Basic ${basic}` });
    expect(watch.findings).to.have.length(4);
  });

  it('ignores request ids', async () => {
    await call('', { 'X-Request-Id': 'sixth-token-of-a-test', 'X-Auth-Token': 'sixth-token-of-a-test' });
    expect(watch.findings).to.have.length(4);
  });
});

import { expect } from 'chai';
import { afterEach, describe, it } from 'mocha';
import { Installation, manifest } from '../../../support/installation.ts';
import { RawConnection } from '../../../support/raw_http.ts';

const files = {
  'plugins/slow/module.json': manifest('slow'),
  'plugins/slow/services.js': `
import { asValue } from 'lectern';
const calls = [];
export default { calls: asValue(calls), watch: asValue({ start() { calls.push('start'); }, retire() { calls.push('retire'); }, stop() { calls.push('stop'); } }) };`,
  'plugins/slow/resources/answers.js': `
import { defineResource, raw } from 'lectern';
export default defineResource('/plugins/slow/answers', {
  search: { open: true, returns: [raw], run: () => new Promise((resolve) => process.once('answer slowly', () => resolve('done'))) },
  get: { open: true, returns: [raw], run: () => 'at once' },
});`,
};
const at = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const quick = at('/api/plugins/slow/answers/1');

describe('A retiring kernel', () => {
  let installation: Installation;
  afterEach(() => installation.clear());

  async function serve(http: object) {
    installation = new Installation(files);
    const { kernel } = await installation.serve({ config: { http } });
    const running = new RawConnection(kernel.url).send(at('/api/plugins/slow/answers'));
    while (process.listenerCount('answer slowly') === 0) await new Promise((resolve) => setImmediate(resolve));
    return { kernel, running };
  }

  it('answers 503 at /readyz, serves requests, and closes each connection', async () => {
    const { kernel, running } = await serve({ lameDuckMs: 5_000 });
    const kept = new RawConnection(kernel.url).send(quick);
    expect((await kept.answer()).headers['connection']).to.equal('keep-alive');
    void kernel.retire();
    const fresh = new RawConnection(kernel.url).send(quick);
    for (const answer of [await kept.send(quick).answer(), await fresh.answer()]) {
      expect([answer.status, answer.headers['connection']]).to.deep.equal([200, 'close']);
    }
    const ready = await new RawConnection(kernel.url).send(at('/readyz')).answer();
    expect([ready.status, ready.headers['connection']]).to.deep.equal([503, 'close']);
    process.emit('answer slowly' as never);
    const answer = await running.answer();
    expect([answer.body, answer.headers['connection']]).to.deep.equal(['"done"', 'close']);
    await running.end();
  });

  it('calls retire() of services before stop(), and logs running requests', async () => {
    const { kernel, running } = await serve({ lameDuckMs: 0 });
    const { calls } = kernel.services as never as { calls: string[] };
    await kernel.retire();
    expect(calls).to.deep.equal(['start', 'retire']);
    const stopped = kernel.stop();
    await new Promise((resolve) => setImmediate(resolve));
    process.emit('answer slowly' as never);
    await running.answer();
    await stopped;
    expect(installation.logs.join('')).to.include('waiting for running requests: 1');
    expect(calls).to.deep.equal(['start', 'retire', 'stop']);
  });
});

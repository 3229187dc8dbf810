import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { Installation, manifest, offering, type Files } from '../../../../support/installation.ts';

const file = 'plugins/caller/resources/calls.js';

/** A module of core that sends requests for its callers, and a plugin with an operation that does so. */
const calling = (uses?: object): Files => ({
  'core/post/module.json': manifest('post', offering('post')),
  'core/post/services.js': `import { asValue } from 'lectern';
    export default { post: asValue({ send: (url) => fetch(url) }) };`,
  'plugins/caller/module.json': manifest('caller', { requires: { post: '*' }, ...(uses && { uses }) }),
  'plugins/caller/test/support.js': `export const tested = (url) => fetch(url);`,
  [file]: `import { defineResource, input, raw } from 'lectern';
    import { askProvider, askServer } from 'lectern/core';
    import { tested } from '../test/support.js';
    const signal = new AbortController().signal;
    const ways = {
      fetch: (url) => fetch(url),
      url: (url) => fetch(new URL(url)),
      request: (url) => fetch(new Request(url)),
      later: async (url) => { await null; return [url].map((one) => fetch(one))[0]; },
      askServer: (url) => askServer(url, { signal }, Error),
      askProvider: (url) => askProvider(url, { signal }),
      post: (url, post) => post.send(url),
      tested,
    };
    export default defineResource('/plugins/caller/calls', {
      uses: ['post'],
      add: { open: true, accepts: { way: input.text(), url: input.text() }, returns: [raw],
        run: async ({ post }, { input: { way, url } }) => {
          try {
            return { status: (await ways[way](url, post)).status ?? 200 };
          } catch (error) {
            return { refused: error.message };
          }
        } },
    });`,
});

describe('Requests of a plugin with "uses"', () => {
  const places: Installation[] = [];
  let server: Server;
  const at = (host: string) => `http://${host}:${(server.address() as AddressInfo).port}/`;

  before((done) => {
    server = createServer((_, response) => response.end('{}')).listen(0, done);
  });
  after(() => {
    server.close();
    places.forEach((place) => place.clear());
  });

  const serve = async (uses?: object) => {
    const place = new Installation(calling(uses));
    places.push(place);
    const { kernel, api } = await place.serve();
    expect(kernel.failedPlugins).to.deep.equal([]);
    return async (way: string, url: string) =>
      (await api.post('/api/plugins/caller/calls').send({ way, url }).expect(200)).body as Record<string, unknown>;
  };
  const uses = (...hosts: string[]) => ({ services: ['post'], open: ['POST /plugins/caller/calls'], hosts });
  const ways = ['fetch', 'url', 'request', 'later', 'askServer', 'askProvider'];

  it('are refused to hosts that it does not name', async () => {
    const call = await serve(uses('localhost'));
    for (const way of ways) {
      expect(await call(way, at('localhost')), way).to.deep.equal({ status: 200 });
      const { refused } = await call(way, at('127.0.0.1'));
      expect(refused, way).to.match(new RegExp(`^${file}:\\d+: the plugin connects to the host "127.0.0.1", which`));
      expect(refused, way).to.include('add "127.0.0.1" to "uses.hosts" in plugins/caller/module.json.');
    }
  });

  it('reach hosts that it does not name through services of other modules, and in its tests', async () => {
    const call = await serve(uses());
    for (const way of ['post', 'tested']) expect(await call(way, at('127.0.0.1'))).to.deep.equal({ status: 200 });
  });

  it('reach each host with "*", and without "uses"', async () => {
    for (const some of [uses('*'), undefined]) {
      const call = await serve(some);
      for (const way of ways) expect(await call(way, at('127.0.0.1')), way).to.deep.equal({ status: 200 });
    }
  });
});

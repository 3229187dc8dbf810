import { join } from 'node:path';
import { expect } from 'chai';
import type supertest from 'supertest';
import { Installation, manifest } from '../../../support/installation.ts';

describe('Pages of a module', () => {
  const installation = new Installation();
  let api: ReturnType<typeof supertest>;

  before(async () => {
    const folder = (name: string) => JSON.stringify(join(installation.root, name));
    installation.write({
      'built/index.html': '<!doctype html><title>Map</title>',
      'built/main.js': 'export {};',
      'plugins/pier/module.json': manifest('pier'),
      'plugins/pier/pages.js': `export const pier = { address: '/pier', folder: 'pages' };`,
      'plugins/pier/services.js': `
        import { asValue, contributes } from 'lectern';
        import { pier } from './pages.js';
        export default { pier: contributes('pages', asValue(pier)), gone: contributes('nowhere', 7) };`,
      'plugins/quay/module.json': manifest('quay'),
      'plugins/quay/services.js': `
        import { asValue, contributes } from 'lectern';
        export default { quay: contributes('pages', asValue({ address: '/quay', folder: 'missing' })) };`,
      'core/map/module.json': manifest('map'),
      'core/map/services.js': `
        import { asValue, contributes } from 'lectern';
        const page = (address, folder) => contributes('pages', asValue({ address, folder }));
        export default { map: page('/map', ${folder('built')}), plan: page('/plan', ${folder('missing')}) };`,
    });
    ({ api } = await installation.serve());
  });
  after(() => installation.clear());

  it('are served at their address and below, with the files that they load', async () => {
    for (const path of ['/map', '/map/', '/map/places/7?zoom=2']) {
      const { text, headers } = await api.get(path).expect(200);
      expect(text, path).to.contain('<title>Map</title>');
      expect(headers['content-type']).to.match(/^text\/html/);
    }
    const { headers } = await api.get('/map/main.js').expect(200);
    expect(headers['content-type']).to.match(/javascript/);
    await api.get('/map/main.js').set('If-None-Match', String(headers['etag'])).expect(304);
  });

  it('answer 404 for other files', async () => {
    for (const path of ['/map/other.js', '/map/..%2f..%2fpackage.json', '/mapping']) await api.get(path).expect(404);
  });

  it('are named in the log when the server is ready', () => {
    const ready = installation.logs.find((line) => line.includes('is ready at'));
    expect(ready).to.match(
      /\(reference: http:\/\/[^ ]+\/docs, map: http:\/\/[^ ]+\/map, plan: http:\/\/[^ ]+\/plan, quay: http:\/\/[^ ]+\/quay\)/,
    );
  });

  it('that are not built answer 503 with the way to build them', async () => {
    const { body } = await api.get('/plan').expect(503);
    expect((body as { error: { message: string } }).error.message).to.contain('npm run build');
    const { body: ofPlugin } = await api.get('/quay').expect(503);
    expect((ofPlugin as { error: { message: string } }).error.message).to.equal(
      'The files of this page are missing. Put them into its folder, or correct "folder" in plugins/quay/services.js.',
    );
  });

  it('of a failed plugin answer 503 with its name', async () => {
    for (const path of ['/pier', '/pier/jetty/2']) {
      const { body } = await api.get(path).expect(503);
      expect((body as { error: object }).error).to.include({
        code: 8,
        message: 'The plugin "pier" is out of service; /readyz says why.',
      });
    }
  });
});

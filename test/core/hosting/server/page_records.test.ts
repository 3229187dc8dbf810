import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { manifest, type Files } from '../../../support/installation.ts';
import { served } from '../../../support/started.ts';

/** A plugin with one page, whose properties are an expression. */
const page = (name: string, properties: string): Files => ({
  [`plugins/${name}/module.json`]: manifest(name),
  [`plugins/${name}/pages/index.html`]: `<!doctype html><title>${name}</title>`,
  [`plugins/${name}/services.js`]: `
    import { asValue, contributes } from 'lectern';
    export default { ${name}Page: contributes('pages', asValue({ folder: 'pages', ${properties} })) };`,
});

const reserved = ['/', '/api/maps', '/assets', '/docs/maps', '/healthz', '/home.css', '/metrics', '/readyz'];
const malformed = ['map', '/map/', '//map', '/map/:id', '/map/*all', '/{map}', '/map page', '/../map'];
const refused: readonly (readonly [name: string, properties: string, reason: RegExp])[] = [
  ...reserved.map(
    (address, index) =>
      [
        `r${index}`,
        `address: '${address}'`,
        new RegExp(`address "${address}" of a page is reserved.*such as /r${index}`),
      ] as const,
  ),
  ...malformed.map(
    (address, index) => [`m${index}`, `address: '${address}'`, /of a page is malformed; write .* such as \/m/] as const,
  ),
  [
    'taken',
    "address: '/map'",
    /the page "\/map" overlaps the page "\/map" of plugins\/map\/services\.js; change one of the addresses/,
  ],
  ['taken_below', "address: '/map/tiles'", /"\/map\/tiles" overlaps the page "\/map" of plugins\/map\/services\.js/],
  ['taken_above', "address: '/school'", /"\/school" overlaps the page "\/school\/plan" of plugins\/plan\/services\.js/],
  [
    'strays',
    "address: '/strays', folder: '../map/pages'",
    /folder "\.\.\/map\/pages" .* is not in strays; name one inside/,
  ],
];

describe('The address and folder of a page', () => {
  const { installation, kernel, api } = served({
    ...page('map', "address: '/map'"),
    ...page('plan', "address: '/school/plan'"),
    'plugins/plan/pages/script/main.js': 'export {};',
    ...page('empty', "address: '/empty', folder: 'built'"),
    ...Object.assign({}, ...refused.map(([name, properties]) => page(name, properties))),
  });

  for (const [name, properties, reason] of refused) {
    it(`make the plugin fail: ${properties}`, () => {
      const failed = kernel.failedPlugins.find(({ module }) => module === name);
      expect(failed?.reason)
        .to.match(reason)
        .and.match(new RegExp(`^plugins/${name}/services\\.js: `));
    });
  }

  it('of a failed plugin do not affect pages of other plugins', async () => {
    for (const path of ['/map', '/map/tiles', '/school/plan']) {
      expect((await api.get(path)).text).to.contain(`<title>${path.includes('map') ? 'map' : 'plan'}</title>`);
    }
    expect((await api.get('/school')).body.error.message).to.equal(
      'The plugin "taken_above" is out of service; /readyz says why.',
    );
    expect((await api.get('/schools')).status).to.equal(404);
    expect((await api.get('/readyz')).body).to.have.property('plugins');
  });

  it('serve a file in a subfolder, and 404 for a missing one', async () => {
    const { text } = await api.get('/school/plan/script/main.js').expect(200);
    expect(text).to.equal(readFileSync(join(installation.root, 'plugins/plan/pages/script/main.js'), 'utf8'));
    await api.get('/school/plan/script/other.js').expect(404);
  });

  it('give a remark if the folder has no index.html', () => {
    const remarks = kernel.remarks.filter(({ message }) => message.includes('has no index.html'));
    expect(remarks).to.deep.equal([
      {
        file: 'plugins/empty/services.js',
        message: 'the page "/empty" has no index.html in its folder; build it, or correct "folder".',
      },
    ]);
  });
});

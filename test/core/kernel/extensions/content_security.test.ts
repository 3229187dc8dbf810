import { expect } from 'chai';
import { manifest, type Files } from '../../../support/installation.ts';
import { served } from '../../../support/started.ts';

const plugin = (name: string, services: string): Files => ({
  [`plugins/${name}/module.json`]: manifest(name),
  [`plugins/${name}/pages/index.html`]: '<!doctype html>',
  [`plugins/${name}/pages/main.js`]: 'export {};',
  [`plugins/${name}/services.js`]: `
    import { asValue, contributes } from 'lectern';
    export default { ${services} };`,
});
const page = (name: string, added: string) =>
  plugin(
    name,
    `${name}Page: contributes('pages', asValue({ address: '/${name}', folder: 'pages', contentSecurity: ${added} })),`,
  );

const answers = `handle(request, response) {
  if (request.path === '/own') response.set('Content-Security-Policy', "default-src 'none'; sandbox");
  if (request.path === '/data') return response.json({});
  if (request.path === '/head') return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
  if (request.path === '/broken') throw new Error('broken');
  response.send('<!doctype html>');
}`;
const mount = (name: string, more = '') =>
  plugin(
    name,
    `${name}App: contributes('mounts', asValue({ address: '/plugins/${name}/app', open: true, ${more} ${answers} })),`,
  );

/** Middleware that answers HTML at its own paths, and passes all others on. */
const middleware = (name: string, more = '') =>
  plugin(
    name,
    `${name}Gate: contributes('middleware', asValue({ ${more} handle(request, response, next) {
      if (!request.url.startsWith('/${name}')) return next();
      if (request.url === '/${name}/own') response.setHeader('Content-Security-Policy', 'sandbox');
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end('<!doctype html>');
    } })),`,
  );

const strict = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];
const ofAnswers = ["default-src 'none'", "frame-ancestors 'none'"];
const hash = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

const allowed = JSON.stringify({
  'script-src': ['https://cdn.example.com', "'wasm-unsafe-eval'", hash],
  'style-src': ["'unsafe-inline'"],
  'img-src': ['data:', 'https://*.tiles.example.com:8443/maps/'],
  'font-src': ["'self'"],
  'connect-src': ['wss://live.example.com'],
  'worker-src': ['blob:'],
  'form-action': ["'self'"],
  'frame-ancestors': ['https://school.example.com'],
});
const widened = [
  "default-src 'none'",
  `script-src 'self' https://cdn.example.com 'wasm-unsafe-eval' ${hash}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https://*.tiles.example.com:8443/maps/",
  "connect-src 'self' wss://live.example.com",
  "base-uri 'none'",
  "form-action 'self'",
  'frame-ancestors https://school.example.com',
  "font-src 'self'",
  "worker-src 'self' blob:",
];

const refused: readonly (readonly [added: string, reason: RegExp])[] = [
  [`{ 'script-src': ["'unsafe-eval'"] }`, /"script-src" must not have 'unsafe-eval', which runs injected code; move/],
  [`{ 'script-src': ["'unsafe-inline'"] }`, /"script-src" must not have 'unsafe-inline'/],
  ...['data:', 'blob:', 'https:', '*', 'http://cdn.example.com', 'https://', 'https://*', "'nonce-abc'", "'none'"].map(
    (source) =>
      [
        `{ 'script-src': ["${source}"] }`,
        /"script-src" must not have the source ".*"; write 'self', .*, or an origin such as https:\/\/cdn\.example\.com\./,
      ] as const,
  ),
  [`{ 'img-src': ["https://a.example.com; script-src *"] }`, /"img-src" must not have the source/],
  [`{ 'img-src': ["https://a.example.com https://b.example.com"] }`, /"img-src" must not have the source/],
  [`{ 'img-src': ["'unsafe-inline'"] }`, /"img-src" must not have the source "'unsafe-inline'"; write 'self', blob:/],
  [`{ 'img-src': ["${hash}"] }`, /"img-src" must not have the source/],
  [`{ 'img-src': 'https://a.example.com' }`, /"img-src" is not a list of texts; write it like \[/],
  [`{ 'img-src': [7] }`, /"img-src" is not a list of texts/],
  [`{ scriptSrc: ["'self'"] }`, /"scriptSrc" cannot be widened; the directives are connect-src, .*worker-src\./],
  [`{ 'default-src': ["'self'"] }`, /"default-src" cannot be widened/],
  [`['script-src']`, /"0" cannot be widened/],
  [`'none'`, /"contentSecurity" is a text; give an object/],
];

describe('The content security policy', () => {
  const { kernel, api } = served({
    ...page('map', allowed),
    ...page('plan', '{}'),
    ...mount('plain'),
    ...mount('wide', `contentSecurity: ${allowed},`),
    ...middleware('gate'),
    ...middleware('wide_gate', `contentSecurity: ${allowed},`),
    ...middleware('unsafe_gate', `contentSecurity: { 'script-src': ["'unsafe-eval'"] },`),
    ...mount('unsafe_mount', `contentSecurity: { 'script-src': ["'unsafe-eval'"] },`),
    ...Object.assign({}, ...refused.map(([added], index) => page(`refused_${index}`, added))),
  });
  const policyOf = async (path: string) =>
    String((await api.get(path)).headers['content-security-policy'])
      .split(';')
      .map((one) => one.trim());

  it('of a page has the sources that its module adds', async () => {
    for (const path of ['/map', '/map/places/7', '/map/main.js'])
      expect(await policyOf(path), path).to.deep.equal(widened);
  });

  it('of other pages has no added sources', async () => {
    expect(await policyOf('/plan')).to.deep.equal(strict);
    expect(await policyOf('/')).to.not.include('font-src');
    expect((await policyOf('/docs')).join()).to.not.contain('example.com');
  });

  it('of HTML from a mount is that of pages, with the sources that its module adds', async () => {
    for (const path of ['', '/head']) {
      expect(await policyOf(`/api/plugins/plain/app${path}`)).to.deep.equal(strict);
      expect(await policyOf(`/api/plugins/wide/app${path}`)).to.deep.equal(widened);
    }
  });

  it('of other answers from a mount, and of its errors, allows nothing', async () => {
    for (const path of ['data', 'broken']) {
      expect(await policyOf(`/api/plugins/wide/app/${path}`), path).to.deep.equal(ofAnswers);
    }
  });

  it('of a mount that sets its own is kept', async () => {
    expect(await policyOf('/api/plugins/wide/app/own')).to.deep.equal(["default-src 'none'", 'sandbox']);
  });

  it('of HTML from middleware is that of pages, and other answers keep theirs', async () => {
    expect(await policyOf('/gate')).to.deep.equal(strict);
    expect(await policyOf('/wide_gate')).to.deep.equal(widened);
    expect(await policyOf('/gate/own')).to.deep.equal(['sandbox']);
    expect(await policyOf('/plan')).to.deep.equal(strict);
    expect(await policyOf('/api/plugins/plain/app/data')).to.deep.equal(ofAnswers);
  });

  for (const [index, [added, reason]] of refused.entries()) {
    it(`makes the plugin fail when it is widened by ${added}`, async () => {
      const failed = kernel.failedPlugins.find(({ module }) => module === `refused_${index}`);
      expect(failed?.reason)
        .to.match(reason)
        .and.match(/^plugins\/refused_\d+\/services\.js: .*contentSecurity/);
      expect((await api.get(`/refused_${index}`)).status).to.equal(503);
    });
  }

  it("makes the plugin of a mount or of middleware fail with 'unsafe-eval'", () => {
    const reasonOf = (name: string) => kernel.failedPlugins.find(({ module }) => module === name)?.reason;
    expect(reasonOf('unsafe_mount')).to.match(
      /"contentSecurity" of the mount "\/plugins\/unsafe_mount\/app" is invalid: "script-src"/,
    );
    expect(reasonOf('unsafe_gate')).to.include('"contentSecurity" of the middleware is invalid: "script-src"');
  });
});

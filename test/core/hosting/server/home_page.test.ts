import { expect } from 'chai';
import { started } from '../../../support/started.ts';
import { startPlatform } from '../../../support/platform.ts';

describe('The page at /', () => {
  const platform = started(() => startPlatform());

  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

  it('links a browser to reference, documents, health and pages of modules, which exist', async () => {
    const { text, headers } = await platform.api.get('/').set('Accept', browser).expect(200);
    expect(headers['content-type']).to.equal('text/html; charset=utf-8');
    const links = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) => link as string);
    expect(links).to.include.members([
      '/docs',
      '/healthz',
      '/readyz',
      '/api/openapi.json?version=2',
      '/home.css',
      '/console',
    ]);
    for (const link of links) await platform.api.get(link).expect(200);
  });

  it('loads files of this installation only, and no scripts', async () => {
    const { text, headers } = await platform.api.get('/').set('Accept', browser).expect(200);
    expect(text).not.to.match(/<script|<style|\sstyle=|\son\w+=|https?:/);
    expect(headers['content-security-policy']).to.equal(
      "default-src 'none';style-src 'self';img-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    );
  });

  it('is JSON for other clients', async () => {
    for (const accept of ['*/*', 'application/json', '']) {
      const { body, headers } = await platform.api.get('/').set('Accept', accept).expect(200);
      expect(body).to.include({ name: 'Lectern', api: '/api', reference: '/docs', health: '/healthz' });
      expect(body.pages).to.deep.equal(['/console']);
      expect(body.documents).to.deep.equal({ 1: '/api/openapi.json?version=1', 2: '/api/openapi.json?version=2' });
      expect(headers['vary']).to.match(/\bAccept\b/);
    }
  });
});

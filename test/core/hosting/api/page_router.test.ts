import { expect } from 'chai';
import { started } from '../../../support/started.ts';
import { startPlatform } from '../../../support/platform.ts';

describe('Pages of the server', () => {
  const platform = started(() => startPlatform());

  const pages = ['/', '/home.css', '/healthz', '/docs', '/api/openapi.json', '/console', '/console/orders'];
  for (const path of pages) {
    it(`answer methods other than GET with 405, at ${path}`, async () => {
      for (const method of ['post', 'put', 'patch', 'delete'] as const) {
        const { status, body, headers } = await platform.api[method](path);
        expect({ status, code: body.error?.code, allow: headers['allow'] }, method).to.deep.equal({
          status: 405,
          code: 12,
          allow: 'GET, HEAD, OPTIONS',
        });
      }
      const { status, headers } = await platform.api.options(path);
      expect({ status, allow: headers['allow'] }).to.deep.equal({ status: 204, allow: 'GET, HEAD, OPTIONS' });
      await platform.api.head(path).expect(200);
    });
  }

  it('answer POST to unknown paths as not found', async () => {
    for (const path of ['/doc', '/api/openapi.yaml'])
      expect((await platform.api.post(path)).body.error.code).to.equal(1);
  });
});

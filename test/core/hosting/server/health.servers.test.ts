import { expect } from 'chai';
import { createKernel } from 'lectern/host';
import { describe, it } from 'mocha';
import supertest from 'supertest';
import { openDetour } from '../../../support/detour.ts';
import { makeTestDatabase } from '../../../support/test_database.ts';
import { projectRoot } from '../../../support/platform.ts';

describe('A platform whose database is unavailable', () => {
  it('is alive but not ready, and answers 503, code 8', async () => {
    const place = await makeTestDatabase();
    const url = new URL(place.env['DATABASE_URL']!);
    const detour = await openDetour({ host: url.hostname, port: Number(url.port || 5432) });
    url.hostname = '127.0.0.1';
    url.port = String(detour.port);
    const env = { DATABASE_URL: url.href, NODE_ENV: 'test', LOG_LEVEL: 'error' };
    const config = { modules: { settings: { cacheMs: 0 } } };
    const kernel = await createKernel({ root: projectRoot, env, config, logTo: { write: () => undefined } });
    try {
      const api = supertest(await kernel.listen());
      await api.get('/readyz').expect(200);
      await detour.cut();
      expect((await api.get('/readyz').expect(503)).body.status).to.equal('unavailable');
      await api.get('/healthz').expect(200);
      const { body, headers } = await api.get('/api/settings/site').expect(503);
      expect(body.error.code).to.equal(8);
      expect(body.requestId).to.equal(headers['x-request-id']);
      expect(headers['retry-after']).to.match(/^\d+$/);
    } finally {
      await kernel.stop();
      await place.clear();
    }
  });
});

import { expect } from 'chai';
import { createKernel } from 'lectern/host';
import supertest from 'supertest';
import { Canaries } from '../support/canaries.ts';
import { makeTestDatabase } from '../support/test_database.ts';
import { projectRoot } from '../support/platform.ts';
import { secretOf } from './life.ts';
import { shownIn } from './world.ts';

describe('The password in DATABASE_URL', () => {
  it('is not logged, even at the level trace', async () => {
    const place = await makeTestDatabase();
    const url = new URL(place.env['DATABASE_URL']!);
    // A server with trust authentication accepts any password.
    url.password ||= secretOf('database');
    const canaries = new Canaries();
    canaries.add('password in DATABASE_URL', url.password);
    const lines: string[] = [];
    const env = { NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'trace', DATABASE_URL: url.href };
    const kernel = await createKernel({ root: projectRoot, env, logTo: { write: (line) => void lines.push(line) } });
    try {
      const api = supertest(await kernel.listen());
      await api.get('/readyz').expect(200);
      await kernel.services.database.raw('alter table settings rename to gone');
      await api.get('/api/settings/site');
    } finally {
      await kernel.stop();
      await place.clear();
    }
    expect(lines.join('')).to.include('"route":"/settings/{type}"');
    expect(shownIn(lines, canaries)).to.deep.equal([]);
  });
});

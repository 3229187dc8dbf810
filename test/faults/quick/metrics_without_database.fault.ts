import { createKernel, type Kernel } from 'lectern/host';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import supertest from 'supertest';
import { logWatch } from '../../support/log_watch.ts';
import { projectRoot } from '../../support/platform.ts';
import { figure, seconds } from '../support/figures.ts';
import { PrivatePostgres } from '../support/private_postgres.ts';

describe('The metrics page without a database', () => {
  let postgres: PrivatePostgres;
  let kernel: Kernel;
  let api: ReturnType<typeof supertest>;

  before(async () => {
    postgres = await PrivatePostgres.start();
    kernel = await createKernel({
      root: projectRoot,
      env: { NODE_ENV: 'test', PORT: '0', DATABASE_URL: postgres.url },
      logTo: logWatch.destination([]),
    });
    api = supertest(await kernel.listen());
  });
  after(async () => {
    await kernel.stop();
    await postgres.clear();
  });

  it('shows the figures of the process, and omits and counts those of the database', async () => {
    await postgres.stop('immediate');
    const begun = performance.now();
    const { text } = await api.get('/metrics').expect(200);
    figure('metrics without the database', seconds(performance.now() - begun));
    expect(text).to.match(/^lectern_database_connections_max 10$/m);
    expect(text).to.match(/^lectern_process_ready 1$/m);
    expect(text).to.not.match(/^lectern_outbox_pending\{/m);
    const again = await api.get('/metrics').expect(200);
    expect(again.text).to.match(/^lectern_unread_meters_total\{meter="lectern_outbox_pending"\} [12]$/m);
  });
});

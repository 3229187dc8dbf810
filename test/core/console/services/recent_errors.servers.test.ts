import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { eventually } from '../../../support/eventually.ts';
import { Installation, manifest } from '../../../support/installation.ts';
import { makeTestDatabase, type TestDatabase } from '../../../support/test_database.ts';
import { projectRoot } from '../../../support/platform.ts';
import { StartedProcess } from '../../../support/started_process.ts';

const REQUESTS = 20;

describe('Errors of several workers in the console', function () {
  this.timeout(120_000);
  const Authorization = `Basic ${Buffer.from('manager:Lectern-2026').toString('base64')}`;
  let place: TestDatabase;
  let installation: Installation;
  let fleet: StartedProcess;
  let url: string;

  before(async () => {
    place = await makeTestDatabase();
    installation = new Installation({
      'config/default.json': JSON.stringify({ demo: true }),
      'plugins/wreck/module.json': manifest('wreck'),
      'plugins/wreck/resources/boats.js': `import { defineResource, raw } from 'lectern';
        const run = () => { throw new Error('it sinks'); };
        export default defineResource('/plugins/wreck/boats', { search: { open: true, returns: [raw], run } });`,
    });
    installation.link(join(projectRoot, 'core'), 'core');
    const env = { ...place.env, NODE_ENV: 'development', LOG_LEVEL: 'info', JWT_SECRET: 'x'.repeat(32) };
    fleet = new StartedProcess(installation.root, ['--workers', '2'], env);
    url = await fleet.says(/2 workers are ready at (http:[^"\s]+)/);
  });
  after(async () => {
    await fleet.end('SIGKILL');
    await installation.clear();
    await place.clear();
  });

  /** Sends a request over a connection of its own, which any worker may get. */
  const ask = (path: string) => fetch(`${url}${path}`, { headers: { Authorization, Connection: 'close' } });

  it('are shown by each of them', async () => {
    const answer = await ask('/api/plugins/wreck/boats');
    expect(answer.status).to.equal(500);
    const id = answer.headers.get('x-request-id');
    await eventually(async () => {
      const answers = await Promise.all(Array.from({ length: REQUESTS }, () => ask('/api/console/errors')));
      const lists = (await Promise.all(answers.map((one) => one.json()))) as { id: string; time: string }[][];
      expect(lists.map(([error]) => error?.id)).to.deep.equal(lists.map(() => id));
      expect(new Set(lists.map(([error]) => error?.time)).size).to.equal(1);
      const read = fleet.lines.filter(({ msg, route }) => msg === 'request' && route === '/console/errors');
      expect(read.map(({ worker }) => worker)).to.include.members([1, 2]);
    });
  });
});

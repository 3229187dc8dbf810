import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { eventually } from '../../../support/eventually.ts';
import { Installation } from '../../../support/installation.ts';
import { makeTestDatabase, type TestDatabase } from '../../../support/test_database.ts';
import { projectRoot } from '../../../support/platform.ts';
import { StartedProcess } from '../../../support/started_process.ts';

const REQUESTS = 30;

describe('Requests of several workers in the console', function () {
  this.timeout(120_000);
  const Authorization = `Basic ${Buffer.from('manager:Lectern-2026').toString('base64')}`;
  let place: TestDatabase;
  let installation: Installation;
  let fleet: StartedProcess;
  let url: string;
  let stream: IncomingMessage | undefined;

  before(async () => {
    place = await makeTestDatabase();
    installation = new Installation({ 'config/default.json': JSON.stringify({ demo: true }) });
    installation.link(join(projectRoot, 'core'), 'core');
    const env = { ...place.env, NODE_ENV: 'development', LOG_LEVEL: 'info', JWT_SECRET: 'x'.repeat(32) };
    fleet = new StartedProcess(installation.root, ['--workers', '2'], env);
    url = await fleet.says(/2 workers are ready at (http:[^"\s]+)/);
  });
  after(async () => {
    stream?.destroy();
    await fleet.end('SIGKILL');
    await installation.clear();
    await place.clear();
  });

  /** Sends a request over a connection of its own, which any worker may get. */
  const ask = (path: string) => fetch(`${url}${path}`, { headers: { Authorization, Connection: 'close' } });

  it('are sent by the worker that is watched, and answered by each of them', async () => {
    const seen = new Set<string>();
    const address = `${url}/api/console/request_stream`;
    stream = await new Promise<IncomingMessage>((resolve, reject) => {
      get(address, { headers: { Authorization } }, resolve).on('error', reject);
    });
    stream.on('data', (chunk: Buffer) => {
      for (const [, data = ''] of chunk.toString().matchAll(/^data: (.+)$/gm))
        seen.add((JSON.parse(data) as { id: string }).id);
    });
    // The other worker hears of the watcher a moment later.
    await eventually(async () => {
      const answers = await Promise.all(Array.from({ length: REQUESTS }, () => ask('/api/settings/site')));
      const ids = answers.map(({ headers }) => String(headers.get('x-request-id')));
      await eventually(async () => expect([...seen]).to.include.members(ids));
      const found = await Promise.all(ids.map(async (id) => (await ask(`/api/console/requests/${id}`)).status));
      expect(found).to.deep.equal(ids.map(() => 200));
    });
    const workers = fleet.lines.filter(({ msg }) => msg === 'request').map(({ worker }) => worker);
    expect(workers).to.include.members([1, 2]);
  });
});

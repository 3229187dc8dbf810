import { join } from 'node:path';
import { expect } from 'chai';
import { until } from '../../../faults/support/until.ts';
import { Installation } from '../../../support/installation.ts';
import { projectRoot } from '../../../support/platform.ts';
import { BuiltProgram } from '../../cli/built_program.ts';
import { ask, metric, pidOf, pidsOf, probe } from './probe.ts';

const COUNT = 'http_request_duration_seconds_count{method="GET",route="/plugins/probe/processes",';
const HUNG_MS = 1_500;
/** The start of a worker takes seconds. */
const patient = { timeout: 60_000 };

// The tests share one fleet, because each start takes seconds. The last one ends it.
describe('Worker processes', function () {
  this.timeout(120_000);
  let installation: Installation;
  let fleet: BuiltProgram;
  let url: string;

  before(async () => {
    const config = { guard: { hungMs: HUNG_MS }, http: { lameDuckMs: 300 } };
    installation = new Installation({ ...probe, 'config/default.json': JSON.stringify(config) });
    fleet = new BuiltProgram(installation.root, ['start', '--workers', '2']);
    url = await fleet.prints(/2 workers are ready at (http:[^"]+)/);
  });

  after(async () => {
    await fleet.end('SIGKILL');
    await installation.clear();
  });

  it('share one address and log requests with worker number and process id', async () => {
    const pids = await pidsOf(url);
    expect(pids).to.have.length(2).and.not.include(fleet.pid);
    await until(() => {
      const lines = fleet.lines.filter(({ msg }) => msg === 'request');
      expect(lines.map(({ worker }) => worker)).to.include.members([1, 2]);
      expect(lines.every(({ pid }) => pids.includes(pid as number))).to.equal(true);
    });
  });

  it('report common metrics, whichever worker answers', async () => {
    const before = await metric(url, COUNT);
    for (let count = 0; count < 10; count++) await pidOf(url);
    for (let count = 0; count < 4; count++) expect(await metric(url, COUNT)).to.equal(before + 10);
    expect(await metric(url, 'lectern_workers ')).to.equal(2);
  });

  it('are replaced when they are killed, and their counts are kept', async () => {
    const [victim = 0, other = 0] = await pidsOf(url);
    const counted = await metric(url, COUNT);
    process.kill(victim, 'SIGKILL');
    await until(async () => expect(await pidOf(url)).to.equal(other));
    await until(async () =>
      expect(await pidsOf(url))
        .to.have.length(2)
        .and.not.include(victim),
    );
    expect(await metric(url, COUNT)).to.be.at.least(counted);
    expect(await metric(url, 'lectern_worker_ends_total{reason="crash"}')).to.equal(1);
  });

  it('are replaced when their event loop is blocked', async () => {
    const before = await pidsOf(url);
    const hanging = ask(url, '/api/plugins/probe/hangs').catch(() => 'cut off');
    await fleet.prints(/(it hangs)/);
    const answers = Promise.all(Array.from({ length: 8 }, () => pidOf(url)));
    expect(await hanging).to.equal('cut off');
    // One of the connections was handed to the blocked worker, which has not read it.
    expect(before).to.include.members(await answers);
    await until(async () => {
      const now = await pidsOf(url);
      expect(now).to.have.length(2);
      expect(now.filter((pid) => before.includes(pid))).to.have.length(1);
    }, patient);
    expect(fleet.output).to.match(/worker \d has not responded for 1500 ms/);
  });

  it('are replaced at SIGHUP without a failed request', async () => {
    const before = await pidsOf(url);
    let isOver = false;
    const failures: unknown[] = [];
    const asking = async () => {
      while (!isOver) await pidOf(url).catch((error: unknown) => failures.push(String((error as Error).cause)));
    };
    const load = [asking(), asking(), asking()];
    fleet.signal('SIGHUP');
    await fleet.prints(/(Workers have been replaced: \d+)"/);
    isOver = true;
    await Promise.all(load);
    expect(failures).to.deep.equal([]);
    const now = await pidsOf(url);
    expect(now).to.have.length(2);
    expect(now.filter((pid) => before.includes(pid))).to.deep.equal([]);
  });

  it('finish running requests and end at SIGTERM', async () => {
    const running = ask(url, '/api/plugins/probe/processes/1000');
    await until(async () => expect(await metric(url, 'http_requests_in_flight')).to.be.at.least(1));
    fleet.signal('SIGTERM');
    expect(await fleet.exited).to.equal(0);
    expect(Number(await running)).to.be.greaterThan(0);
  });
});

describe('Worker processes that cannot start', function () {
  this.timeout(60_000);

  async function outcome(files: Record<string, string>, ...args: string[]) {
    const installation = new Installation(files);
    const started = new BuiltProgram(installation.root, ['start', ...args]);
    const code = await started.exited;
    await installation.clear();
    return { code, output: started.output };
  }

  it('end the server, which logs the reason once', async () => {
    const broken = { 'core/broken/services.js': `throw new Error('the sky is falling');` };
    const manifest = { name: 'broken', version: '1.0.0', engines: { lectern: '*' } };
    const { code, output } = await outcome(
      { ...probe, ...broken, 'core/broken/module.json': JSON.stringify(manifest) },
      '--workers',
      '2',
    );
    expect(code).to.equal(1);
    expect(output.split('the sky is falling')).to.have.length(2);
  });

  it('are refused with the embedded database', async () => {
    const installation = new Installation({ ...probe, 'core/README.md': '' });
    installation.link(join(projectRoot, 'core/infrastructure/database'), 'core/infrastructure/database');
    const started = new BuiltProgram(installation.root, ['start'], { WORKERS: '2', DATA_DIR: 'memory' });
    const code = await started.exited;
    await installation.clear();
    expect(code).to.equal(1);
    expect(started.output).to.include('Set DATABASE_URL to a PostgreSQL, or start one worker (WORKERS=1)');
  });
});

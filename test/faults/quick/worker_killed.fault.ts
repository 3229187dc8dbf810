import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { figure, seconds } from '../support/figures.ts';
import { Load } from '../support/load.ts';
import { PlatformProcess } from '../support/platform_process.ts';
import { PrivatePostgres } from '../support/private_postgres.ts';
import { until } from '../support/until.ts';

const CLIENTS = 4;
const patient = { timeout: 60_000 };

describe('A worker that is killed under load', () => {
  let postgres: PrivatePostgres;
  let platform: PlatformProcess;

  before(async () => {
    postgres = await PrivatePostgres.start();
    platform = await PlatformProcess.start({
      env: { DATABASE_URL: postgres.url },
      args: ['start', '--workers', '2'],
    });
    await until(() => expect(platform.output).to.include('2 workers are ready'), patient);
  });
  after(async () => {
    await platform.clear();
    await postgres.clear();
  });

  /** Number of log lines about a ready worker. */
  const starts = () => platform.output.split('Lectern is ready at').length - 1;

  it('fails at most as many requests as there are clients, and is replaced', async () => {
    const [, pid] = /"worker":2,"pid":(\d+)/.exec(platform.output) ?? [];
    const load = new Load({ target: () => platform.url, path: '/api/settings/site', clients: CLIENTS });
    await until(() => expect(load.tally.answered).to.be.greaterThan(50));
    process.kill(Number(pid), 'SIGKILL');
    const took = await until(() => expect(starts()).to.equal(3), patient);
    const since = load.tally.answered;
    await until(() => expect(load.tally.answered).to.be.greaterThan(since + 20));
    const { answered, failures } = await load.end();
    figure('worker killed: requests answered', answered);
    figure('worker killed: requests failed', `${failures.length} of ${2 * CLIENTS} clients`);
    figure('worker killed: replaced after', seconds(took));
    expect(failures.length).to.be.at.most(2 * CLIENTS);
  });
});

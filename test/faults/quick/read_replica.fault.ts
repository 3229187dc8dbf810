import { expect } from 'chai';
import { figure, seconds } from '../support/figures.ts';
import { LAG_SECONDS, TIMEOUT_MS, ReplicatedPlatform } from '../support/replicated_platform.ts';
import { until } from '../support/until.ts';

describe('A read replica', function () {
  this.timeout(120_000);
  let started: ReplicatedPlatform | undefined;
  let platform: ReplicatedPlatform;
  let admin: string;
  let reader: string;

  before(async () => {
    platform = started = await ReplicatedPlatform.start();
    admin = await platform.token('admin');
    reader = await platform.token('newcomer');
  });
  after(() => started?.clear());

  it('answers reads with the replicated writes of the primary', async () => {
    const before = platform.state.reads;
    await platform.rename(admin, 'Before');
    await until(async () => expect(await platform.title(reader)).to.equal('Before'));
    expect(platform.state.reads).to.be.greaterThan(before);
  });

  it('serves no data beyond the permitted lag, and hides no change from its author in any kernel', async () => {
    await platform.inUse();
    await platform.standby.query('select pg_wal_replay_pause()');
    await platform.rename(admin, 'After');
    const changed = performance.now();
    for (const kernel of platform.kernels) expect(await platform.title(admin, kernel)).to.equal('After');
    // Other users still read from the standby, which lacks the change.
    expect(await platform.title(reader)).to.equal('Before');
    await until(async () => expect(await platform.title(reader)).to.equal('After'), { pause: 5 });
    const lasted = performance.now() - changed;
    figure('standby paused: longest that others saw what was before', seconds(lasted));
    expect(lasted).to.be.lessThan(LAG_SECONDS * 1000 + 500);
    await platform.outOfUse();
    expect(platform.state.state).to.equal('behind');
    const ready = (await (await fetch(`${platform.kernels[0].url}/readyz`)).json()) as object;
    expect(ready).to.have.property('status', 'ready');
    expect(ready).to.have.property('remarks').that.has.length(1);
    await platform.standby.query('select pg_wal_replay_resume()');
    figure('standby resumed: in use again after', seconds(await platform.inUse()));
    expect(await platform.title(reader)).to.equal('After');
  });

  const faults: Record<string, readonly [begin: () => unknown, end: () => unknown]> = {
    stops: [() => platform.standby.stop(), () => platform.standby.start()],
    'falls silent': [() => platform.way.stall(), () => platform.way.resume()],
  };
  for (const [what, [begin, end]] of Object.entries(faults)) {
    it(`${what} and recovers without a failed read, and is used again`, async () => {
      await platform.inUse();
      let asked = 0;
      let slowest = 0;
      const over = new AbortController();
      const client = (async () => {
        for (; !over.signal.aborted; asked++) {
          const begun = performance.now();
          expect(await platform.title(reader)).to.equal('After');
          slowest = Math.max(slowest, performance.now() - begun);
        }
      })();
      try {
        await begin();
        await platform.outOfUse();
        await end();
        figure(`standby ${what}: in use again after`, seconds(await platform.inUse()));
      } finally {
        over.abort();
        await client;
      }
      figure(`standby ${what}: reads without a failure`, asked);
      expect(slowest).to.be.below(TIMEOUT_MS / 2);
    });
  }

  it('is not used after its promotion', async () => {
    await platform.standby.promote();
    figure('standby promoted: out of use after', seconds(await platform.outOfUse()));
    expect(platform.state.state).to.equal('behind');
    await platform.standby.query(`update articles set title = 'Of the standby' where id = 1`);
    expect(await platform.title(await platform.token('student'))).to.equal('After');
  });
});

import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { figure, seconds } from '../support/figures.ts';
import { LAG_SECONDS, TIMEOUT_MS, ReplicatedPlatform } from '../support/replicated_platform.ts';
import { until } from '../support/until.ts';

/** Waits until each client has completed `count` more reads. */
type More = (count: number) => Promise<unknown>;

/** Number of concurrent readers. */
const CLIENTS = 8;

describe('A read replica under load', function () {
  this.timeout(180_000);
  let started: ReplicatedPlatform | undefined;
  let platform: ReplicatedPlatform;
  let admin: string;

  beforeEach(async () => {
    platform = started = await ReplicatedPlatform.start();
    admin = await platform.token('admin');
    await platform.rename(admin, 'v0');
    await platform.inUse();
  });
  afterEach(() => started?.clear());

  /**
   * Runs `happen` while clients read without a pause and one client writes. Fails for a failed read, for a write that
   * its author does not see, and for a write that other users see too late.
   */
  async function underLoad(what: string, happen: (more: More) => Promise<void>): Promise<void> {
    const reader = await platform.token('newcomer');
    let isOver = false;
    const reads = Array.from({ length: CLIENTS }, () => 0);
    let slowest = 0;
    let version = 0;
    /** Time of each write, by version. */
    const written = [performance.now()];
    const readOn = async (client: number) => {
      const kernel = platform.kernels[client % 2 === 0 ? 0 : 1];
      while (!isOver) {
        const begun = performance.now();
        const seen = Number((await platform.title(reader, kernel)).slice(1));
        slowest = Math.max(slowest, performance.now() - begun);
        reads[client] = (reads[client] as number) + 1;
        const next = written[seen + 1];
        if (next !== undefined) expect(begun - next).to.be.lessThan(LAG_SECONDS * 1000 + 200);
      }
    };
    const writeOn = async () => {
      while (!isOver) {
        await platform.rename(admin, `v${version + 1}`);
        written[++version] = performance.now();
        for (const kernel of platform.kernels) expect(await platform.title(admin, kernel)).to.equal(`v${version}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const more = (count: number) => {
      const enough = reads.map((made) => made + count);
      return until(() => expect(reads.every((made, client) => made >= (enough[client] as number))).to.equal(true));
    };
    const work = Promise.all([...reads.map((_, client) => readOn(client)), writeOn()]);
    try {
      // The fault begins after the clients have opened connections.
      await Promise.race([more(3).then(() => happen(more)), work]);
    } finally {
      isOver = true;
      await work;
    }
    figure(
      `${what}: reads without a failure`,
      reads.reduce((sum, made) => sum + made),
    );
    figure(`${what}: slowest read`, seconds(slowest));
    expect(slowest).to.be.lessThan(TIMEOUT_MS / 2);
  }

  it('causes no failed read when it is killed and restarted', () =>
    underLoad('standby killed', async (more) => {
      await platform.standby.kill();
      await platform.outOfUse();
      await more(10);
      await platform.standby.start();
      figure('standby killed: in use again after', seconds(await platform.inUse()));
    }));

  it('causes no failed read when its network stalls and recovers', () =>
    underLoad('standby silent', async (more) => {
      platform.way.stall();
      figure('standby silent: out of use after', seconds(await platform.outOfUse()));
      await more(10);
      platform.way.resume();
      figure('standby silent: in use again after', seconds(await platform.inUse()));
    }));

  it('causes no failed read when its connections are cut repeatedly', () =>
    underLoad('way to the standby cut', async (more) => {
      for (let times = 0; times < 20; times++) {
        platform.way.cut();
        await more(3);
        await platform.inUse();
      }
    }));

  it('causes no failed read when its replay pauses and resumes', () =>
    underLoad('standby paused', async () => {
      await platform.standby.query('select pg_wal_replay_pause()');
      figure('standby paused: out of use after', seconds(await platform.outOfUse()));
      await platform.standby.query('select pg_wal_replay_resume()');
      await platform.inUse();
    }));

  it('causes no failed read when it is promoted, and is not used afterwards', () =>
    underLoad('standby promoted', async () => {
      await platform.standby.promote();
      figure('standby promoted: out of use after', seconds(await platform.outOfUse()));
      expect(platform.state.state).to.equal('behind');
      // Readers must not see later writes to the promoted standby.
      await platform.standby.query(`update articles set title = 'v999' where id = 1`);
      expect(await platform.title(await platform.token('student'))).to.not.equal('v999');
    }));
});

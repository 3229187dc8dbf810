import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { figure, seconds } from '../support/figures.ts';
import { LAG_SECONDS, TIMEOUT_MS, ReplicatedPlatform } from '../support/replicated_platform.ts';
import { until } from '../support/until.ts';

/** Waits for so many more reads of each client. */
type More = (count: number) => Promise<unknown>;

/** How many read at once. */
const CLIENTS = 8;

describe('A read replica that fails under load', function () {
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
   * Has clients read without a pause while something happens, and one of them change what they read; a single failure, a
   * change that its author does not see, or one that others do not see in time fails the whole.
   */
  async function underLoad(what: string, happen: (more: More) => Promise<void>): Promise<void> {
    const reader = await platform.token('newcomer');
    let isOver = false;
    const reads = Array.from({ length: CLIENTS }, () => 0);
    let slowest = 0;
    let version = 0;
    /** When each version had been written. */
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
      // Connections have to be there first, for something to happen to them.
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

  it('is killed, and comes back', () =>
    underLoad('standby killed', async (more) => {
      await platform.standby.kill();
      await platform.outOfUse();
      await more(10);
      await platform.standby.start();
      figure('standby killed: in use again after', seconds(await platform.inUse()));
    }));

  it('falls silent with all connections open, and comes back', () =>
    underLoad('standby silent', async (more) => {
      platform.way.stall();
      figure('standby silent: out of use after', seconds(await platform.outOfUse()));
      await more(10);
      platform.way.resume();
      figure('standby silent: in use again after', seconds(await platform.inUse()));
    }));

  it('loses its connections over and over', () =>
    underLoad('way to the standby cut', async (more) => {
      for (let times = 0; times < 20; times++) {
        platform.way.cut();
        await more(3);
        await platform.inUse();
      }
    }));

  it('stops to follow, and follows again', () =>
    underLoad('standby paused', async () => {
      await platform.standby.query('select pg_wal_replay_pause()');
      figure('standby paused: out of use after', seconds(await platform.outOfUse()));
      await platform.standby.query('select pg_wal_replay_resume()');
      await platform.inUse();
    }));

  it('is promoted, and stays out of use from then on', () =>
    underLoad('standby promoted', async () => {
      await platform.standby.promote();
      figure('standby promoted: out of use after', seconds(await platform.outOfUse()));
      expect(platform.state.state).to.equal('behind');
      // Whatever is written there from now on is nobody's business here.
      await platform.standby.query(`update articles set title = 'v999' where id = 1`);
      expect(await platform.title(await platform.token('student'))).to.not.equal('v999');
    }));
});

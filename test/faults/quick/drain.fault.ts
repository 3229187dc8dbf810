import { expect } from 'chai';
import { figure, seconds } from '../support/figures.ts';
import { Load } from '../support/load.ts';
import { PlatformProcess } from '../support/platform_process.ts';
import { PrivatePostgres } from '../support/private_postgres.ts';
import { until } from '../support/until.ts';

const LOOK_MS = 100;
const LAME_DUCK_MS = 1_500;

/** A load balancer, which checks /readyz and leaves out replicas that are not ready. */
class LoadBalancer {
  #ready: string[] = [];
  #turn = 0;
  readonly #looking: NodeJS.Timeout;

  constructor(private readonly replicas: readonly PlatformProcess[]) {
    this.#ready = replicas.map(({ url }) => url);
    this.#looking = setInterval(() => void this.#look(), LOOK_MS);
  }

  readonly next = (): string => this.#ready[this.#turn++ % this.#ready.length] as string;

  stop(): void {
    clearInterval(this.#looking);
  }

  async #look(): Promise<void> {
    const isReady = ({ url }: PlatformProcess) =>
      fetch(`${url}/readyz`, { headers: { Connection: 'close' } }).then(
        ({ ok }) => ok,
        () => false,
      );
    const states = await Promise.all(this.replicas.map(isReady));
    const ready = this.replicas.filter((_replica, index) => states[index]).map(({ url }) => url);
    if (ready.length > 0) this.#ready = ready;
  }
}

describe('A replica that receives SIGTERM under load', function () {
  let postgres: PrivatePostgres;
  const replicas: PlatformProcess[] = [];

  before(async () => {
    postgres = await PrivatePostgres.start();
    const env = { DATABASE_URL: postgres.url };
    for (let count = 0; count < 2; count++)
      replicas.push(await PlatformProcess.start({ env, config: { http: { lameDuckMs: LAME_DUCK_MS } } }));
  });
  after(async () => {
    for (const replica of replicas) await replica.clear();
    await postgres.clear();
  });

  it('fails no request, and exits with 0 within ten seconds', async () => {
    const balancer = new LoadBalancer(replicas);
    const load = new Load({ target: balancer.next, path: '/api/settings/site', clients: 4 });
    await until(() => expect(load.tally.answered).to.be.greaterThan(50));
    const [leaving] = replicas as [PlatformProcess];
    const begun = performance.now();
    leaving.signal('SIGTERM');
    expect(await leaving.exited).to.equal(0);
    const took = performance.now() - begun;
    const after = load.tally.answered;
    await until(() => expect(load.tally.answered).to.be.greaterThan(after + 20));
    const { answered, failures } = await load.end();
    balancer.stop();
    figure('drain: requests answered', answered);
    figure('drain: requests failed', failures.length);
    figure('drain: from the signal to the end', seconds(took));
    expect(failures).to.deep.equal([]);
    expect(took).to.be.within(LAME_DUCK_MS, 10_000);
  });
});

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { figure } from '../support/figures.ts';
import { MeasuredPlatform } from '../support/measured_platform.ts';

const SLOW = 1_500;
const HEALTHY = 10;
const PAUSE_MS = 10;
/** Longer than the timeouts of the server, so that slow clients are closed and reconnect during a measurement. */
const WINDOW_MS = 35_000;
/** Replaces the default, which is longer than the window. */
const ANSWER_TIMEOUT_MS = 20_000;
const WARM_MS = 5_000;
const ROUNDS = 2;

describe('Fifteen hundred slow clients', () => {
  let platform: MeasuredPlatform;
  let slow: ChildProcess;
  const agent = new Agent({ keepAlive: true, maxSockets: HEALTHY });

  before(async () => {
    platform = await MeasuredPlatform.start({ http: { port: 0, answerTimeout: ANSWER_TIMEOUT_MS } });
    const { port } = new URL(platform.url);
    slow = fork(fileURLToPath(new URL('../support/slow_clients.mjs', import.meta.url)), [port], { execArgv: [] });
  });
  after(async () => {
    agent.destroy();
    slow.kill('SIGKILL');
    await platform.clear();
  });

  async function attack(clients: number): Promise<{ open: number; closed: number }> {
    slow.send(clients);
    const [told] = (await once(slow, 'message')) as [{ open: number; closed: number }];
    return told;
  }

  /** Sends a request. @returns milliseconds until the answer @throws Error for a status other than 200 */
  function ask(): Promise<number> {
    const begun = performance.now();
    return new Promise((resolve, reject) => {
      get(`${platform.url}/api/settings/site`, { agent }, (answer) => {
        answer.resume().once('end', () => {
          if (answer.statusCode === 200) resolve(performance.now() - begun);
          else reject(new Error(`A healthy client was answered ${answer.statusCode}.`));
        });
      }).once('error', reject);
    });
  }

  async function measure(milliseconds = WINDOW_MS): Promise<number> {
    const until = performance.now() + milliseconds;
    const taken: number[] = [];
    await Promise.all(
      Array.from({ length: HEALTHY }, async () => {
        while (performance.now() < until) {
          taken.push(await ask());
          await sleep(PAUSE_MS);
        }
      }),
    );
    return taken.sort((a, b) => a - b)[Math.floor(taken.length * 0.99)] as number;
  }

  it('slow other clients down at most threefold, and are closed', async function () {
    this.timeout(2 * ROUNDS * WINDOW_MS + 60_000);
    const [quiet, attacked]: [number[], number[]] = [[], []];
    await measure(WARM_MS);
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push(await measure());
      const before = await attack(SLOW);
      attacked.push(await measure());
      const { closed } = await attack(SLOW);
      expect(closed - before.closed).to.be.above(SLOW / 2);
      await attack(0);
    }
    const [calm, busy] = [median(quiet), median(attacked)];
    figure('99 % of answers within, quiet and with 1,500 slow clients', `${calm.toFixed(1)} ms, ${busy.toFixed(1)} ms`);
    expect(busy / calm).to.be.at.most(3);
    const metrics = await (await fetch(`${platform.url}/metrics`)).text();
    for (const reason of ['silent', 'stalled'])
      expect(metrics).to.match(new RegExp(`^lectern_connections_closed_total\\{reason="${reason}"\\} [1-9]`, 'm'));
  });
});

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

import { randomInt } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import type { DocumentedOperation } from 'lectern';
import { after, before, describe, it } from 'mocha';
import { attemptsAt, type Attempt } from '../../core/cli/check/requests/attempts.ts';
import type { Sent } from '../../core/cli/check/requests/client.ts';
import { sentOf } from '../../core/cli/check/requests/sending.ts';
import { startPlatform, type Platform } from '../support/platform.ts';
import { askers, Credentials } from './hostile/callers.ts';
import { notingOperations } from './hostile/carried_out.ts';
import { heavyRequests } from './hostile/heavy_requests.ts';
import { Judge } from './hostile/judge.ts';
import { Lane } from './hostile/lane.ts';
import { Random } from './hostile/random.ts';
import { twisted } from './hostile/twists.ts';

/** Requests of one run; the runs of the whole suite on a build server ask for more. */
const NUMBER = Number(process.env['HOSTILE_REQUESTS'] ?? 4_000);
const SEED = Number(process.env['HOSTILE_SEED'] ?? randomInt(2 ** 31));
/** How often each request is sent, by other callers and with something else that is wrong with it. */
const TIMES = 5;
const LANES = 16;
// Callers lock each other out and take things away; after so many requests all is put back.
const ROUND = 500;
const MOST_SHOWN = 15;
/** CPU time of the client included, who lives in the same process. */
const MOST_CPU_MS = 25;
const TRIES = 6;
const LONGEST_SHOWN = 600;

interface Planned {
  readonly operation: DocumentedOperation;
  readonly attempt: Attempt;
}

describe(`hostile requests made from the document (HOSTILE_SEED=${SEED})`, () => {
  const random = new Random(SEED);
  let platform: Platform;
  let ran: Set<string>;
  let judge: Judge;
  let credentials: Credentials;

  before(async () => {
    ({ started: platform, ran } = await notingOperations(() =>
      startPlatform({ guard: { breaker: { failures: 0 } }, http: { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] } }),
    ));
    judge = new Judge(platform);
    credentials = new Credentials(platform, random);
  });
  after(() => platform.stop());

  /** Requests to all operations, in any order. Making one takes longer than an answer, so that each is sent several times. */
  function planned(): Planned[] {
    const { operations } = judge;
    const numRuns = Math.ceil(NUMBER / operations.length / TIMES);
    const made = operations.flatMap((operation) =>
      fc.sample(attemptsAt(operation, askers), { seed: SEED, numRuns }).map((attempt) => ({ operation, attempt })),
    );
    const all = Array.from({ length: TIMES }, () => made).flat();
    return random.shuffled(all).slice(0, NUMBER);
  }

  it(`are answered as it says, ${NUMBER} of them`, async function () {
    this.timeout(600_000);
    const problems = new Map<string, string>();
    const statuses = new Map<number, number>();
    const all = planned();
    const ask = async (lane: Lane, { operation, attempt }: Planned, id: string) => {
      const persona = random.pick(askers);
      const credential = credentials.of(persona);
      const sent = twisted(sentOf(operation, attempt, credential), random);
      const answer = await lane.send(sent, id);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 401) await credentials.restore(persona);
      const problem = judge.problem({ sent, id, answer, ran: ran.has(id) });
      if (problem === undefined) return;
      const key = `${operation.method} ${operation.path} ${answer.status} ${problem}`;
      if (!problems.has(key))
        problems.set(key, `${key}\n    ${persona}: ${shown(sent)}\n    ${answer.body.slice(0, 300)}`);
    };
    for (let start = 0; start < all.length; start += ROUND) {
      await credentials.renew();
      const round = all.slice(start, start + ROUND);
      let next = 0;
      await Promise.all(
        Array.from({ length: LANES }, async () => {
          const lane = new Lane(platform.url);
          for (let index = next++; index < round.length; index = next++) {
            await ask(lane, round[index] as Planned, `hostile-${start + index}`);
          }
          lane.close();
        }),
      );
    }
    if (problems.size > 0) throw new Error([...problems.values()].slice(0, MOST_SHOWN).join('\n'));
    expect(statuses.get(200)).to.be.above(NUMBER / 20);
  });

  it('take little time without a credential, however large they are', async function () {
    this.timeout(120_000);
    const lane = new Lane(platform.url);
    const slow: string[] = [];
    for (const [name, sent] of heavyRequests) {
      const costs: number[] = [];
      // The least of several: what else the process does meanwhile is not the request's fault.
      while (costs.length < TRIES && Math.min(...costs) > MOST_CPU_MS) {
        const before = process.cpuUsage();
        const { status } = await lane.send(sent, `heavy-${name.length}`);
        const { user, system } = process.cpuUsage(before);
        costs.push((user + system) / 1_000);
        if (status >= 500) slow.push(`${name}: ${status}`);
      }
      if (Math.min(...costs) > MOST_CPU_MS) slow.push(`${name}: ${costs.map(Math.round).join(', ')} ms`);
    }
    lane.close();
    expect(slow).to.deep.equal([]);
  });

  it('leave no error in the log', () => {
    const errors = platform.logs.filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
    expect(errors).to.deep.equal([]);
  });
});

function shown({ method, path, headers, body = '' }: Sent): string {
  return JSON.stringify({ method, path, headers, body }).slice(0, LONGEST_SHOWN);
}

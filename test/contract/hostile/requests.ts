import { randomInt } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import type { DocumentedOperation } from '../../../core/hosting/internals.ts';
import { attemptsAt, type Attempt } from '../../../core/devtools/check/requests/attempts.ts';
import type { Sent } from '../../../core/devtools/check/requests/client.ts';
import { sentOf } from '../../../core/devtools/check/requests/sending.ts';
import { startOwnPlatform, type Platform } from '../../support/platform.ts';
import { askers, Credentials } from './callers.ts';
import { notingOperations } from './carried_out.ts';
import { Judge } from './judge.ts';
import { Lane } from './lane.ts';
import { Random } from './random.ts';
import { twisted } from './twists.ts';

const SEED = Number(process.env['HOSTILE_SEED'] ?? randomInt(2 ** 31));
/** Number of times that each generated request is sent, by other callers and with other changes. */
const TIMES = 5;
const LANES = 16;
// Requests lock accounts and remove data; after so many requests, the platform is reset.
const ROUND = 500;
const MAX_SHOWN = 15;
const MAX_SHOWN_LENGTH = 600;

interface Planned {
  readonly operation: DocumentedOperation;
  readonly attempt: Attempt;
}

/** Sends requests that are generated from the OpenAPI document and the seed, and judges each answer. */
export class HostileRequests {
  /** Environment variable that repeats a run. */
  static readonly seed = `HOSTILE_SEED=${SEED}`;
  readonly platform: Platform;
  readonly #random = new Random(SEED);
  readonly #ran: ReadonlySet<string>;
  readonly #judge: Judge;
  readonly #credentials: Credentials;
  readonly #problems = new Map<string, string>();
  readonly #statuses = new Map<number, number>();

  private constructor(platform: Platform, ran: ReadonlySet<string>) {
    this.platform = platform;
    this.#ran = ran;
    this.#judge = new Judge(platform);
    this.#credentials = new Credentials(platform, this.#random);
  }

  /** Starts a platform for the requests; stop it afterwards. */
  static async open(): Promise<HostileRequests> {
    const { started, ran } = await notingOperations(() =>
      startOwnPlatform({ guard: { breaker: { failures: 0 } }, http: { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] } }),
    );
    return new HostileRequests(started, ran);
  }

  /** @throws Error with the first answers that differ from the document */
  async send(number: number): Promise<void> {
    const all = this.#planned(number);
    for (let start = 0; start < all.length; start += ROUND) {
      await this.#credentials.renew();
      await this.#sendRound(all.slice(start, start + ROUND), start);
    }
    const problems = [...this.#problems.values()].slice(0, MAX_SHOWN);
    if (problems.length > 0) throw new Error(problems.join('\n'));
    expect(this.#statuses.get(200)).to.be.above(number / 20);
  }

  /** Requests to all operations, in any order: examples and generated ones. Generation is slow, so each is sent several times. */
  #planned(number: number): Planned[] {
    const { operations } = this.#judge;
    const numRuns = Math.ceil(number / operations.length / TIMES);
    const made = operations.flatMap((operation) => [
      { operation, attempt: this.#judge.example(operation) },
      ...fc.sample(attemptsAt(operation, askers), { seed: SEED, numRuns }).map((attempt) => ({ operation, attempt })),
    ]);
    const all = Array.from({ length: TIMES }, () => made).flat();
    return this.#random.shuffled(all).slice(0, number);
  }

  async #sendRound(round: readonly Planned[], start: number): Promise<void> {
    let next = 0;
    await Promise.all(
      Array.from({ length: LANES }, async () => {
        const lane = new Lane(this.platform.url);
        for (let index = next++; index < round.length; index = next++) {
          await this.#ask(lane, round[index] as Planned, `hostile-${start + index}`);
        }
        lane.close();
      }),
    );
  }

  async #ask(lane: Lane, { operation, attempt }: Planned, id: string): Promise<void> {
    const persona = this.#random.pick(askers);
    const credential = this.#credentials.of(persona);
    const sent = twisted(await sentOf(operation, attempt, credential), this.#random);
    const answer = await lane.send(sent, id);
    this.#statuses.set(answer.status, (this.#statuses.get(answer.status) ?? 0) + 1);
    if (answer.status === 401) await this.#credentials.restore(persona);
    const problem = this.#judge.problem({ sent, id, answer, ran: this.#ran.has(id) });
    if (problem === undefined) return;
    const key = `${operation.method} ${operation.path} ${answer.status} ${problem}`;
    const detail = `${persona}: ${shown(sent)}\n    ${answer.body.slice(0, 300)}`;
    if (!this.#problems.has(key)) this.#problems.set(key, `${key}\n    ${detail}`);
  }
}

/** Lines of the log that report an error. */
export function errorsIn(logs: readonly string[]): string[] {
  return logs.filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
}

function shown({ method, path, headers, body = '' }: Sent): string {
  return JSON.stringify({ method, path, headers, body }).slice(0, MAX_SHOWN_LENGTH);
}

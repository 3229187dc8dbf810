import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../kernel/base/config_schema.ts';
import type { Logger } from '../../kernel/base/logger.ts';
import { endLimit } from './process_end.ts';
import { WorkerMetrics } from './worker_metrics.ts';
import { watchHangs } from './hang_watch.ts';
import type { FromWorker } from './messages.ts';
import { nameOfEnd, StartFailure, WorkerProcess, type WorkerEnd } from './worker_process.ts';

/** Failures of a worker in a row after which the primary gives up, if no worker serves. */
const MAX_FAILURES = 5;
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 10_000;
/** Milliseconds of service after which earlier failures no longer count. */
const STABLE_MS = 10_000;
/** Milliseconds after `endLimit` at which workers that still run are killed. */
const KILL_DELAY_MS = 1_000;

export interface WorkersTerms {
  readonly count: number;
  readonly config: Config;
  readonly logger: Logger;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Supervises the processes that serve an installation together and keeps their number constant. A worker that ends or
 * hangs is replaced, after a pause that grows with repeated failures.
 */
export class Workers {
  /** Rejects when a replacement or a further worker cannot start after `MAX_FAILURES` failures, and no worker serves. */
  readonly startsFailed: Promise<never>;
  readonly #metrics = new WorkerMetrics(() => this.#all.filter(({ isServing }) => isServing));
  readonly #stopWatching: () => void;
  #all: WorkerProcess[] = [];
  /** Failures in a row, by number of the worker. */
  readonly #failures = new Map<number, number>();
  /** The start, and all renewals so far. */
  #rolling: Promise<unknown> = Promise.resolve();
  #isRenewalDue = false;
  #isEnding = false;
  #giveUp: (error: Error) => void = () => undefined;

  constructor(private readonly terms: WorkersTerms) {
    this.startsFailed = new Promise((_resolve, reject) => {
      this.#giveUp = reject;
    });
    this.startsFailed.catch(() => undefined);
    this.#stopWatching = watchHangs(terms, {
      all: () => this.#all,
      killed: () => this.#metrics.countEnd('hang'),
    });
  }

  /**
   * Starts all workers; the first one migrates the database before the others start.
   * @returns the address that the workers share
   * @throws StartFailure when the first worker cannot start
   */
  start(): Promise<string> {
    const starting = this.#startAll();
    this.#rolling = starting.catch(() => undefined);
    return starting;
  }

  async #startAll(): Promise<string> {
    const url = await this.#first();
    const others = Array.from({ length: this.terms.count - 1 }, (_, index) => this.#fill(index + 2));
    await Promise.all(others);
    return url;
  }

  /**
   * Replaces serving workers one after another, each when its replacement serves. Stops if a replacement cannot start.
   * Begins when all workers have started; several calls until then count once.
   */
  renew(): void {
    // Workers that are not there yet read the present configuration.
    if (this.#isRenewalDue || this.#all.length === 0) return;
    this.#isRenewalDue = true;
    this.#rolling = this.#rolling.then(() => {
      this.#isRenewalDue = false;
      return this.#renewAll();
    });
  }

  /** Ends all workers. @returns whether all workers ended with code 0; killed workers have no code */
  async end(): Promise<boolean> {
    this.#isEnding = true;
    for (const one of this.#all) one.retire();
    const limit = setTimeout(() => this.#killRest(), endLimit(this.terms.config) + KILL_DELAY_MS);
    const ends = await Promise.all(this.#all.map(({ ended }) => ended));
    clearTimeout(limit);
    this.#stopWatching();
    return ends.every(({ code }) => code === 0);
  }

  get isEnding(): boolean {
    return this.#isEnding;
  }

  kill(): void {
    this.#isEnding = true;
    for (const one of this.#all) one.kill();
  }

  #killRest(): void {
    const names = this.#all.map(({ number, pid }) => `${number} (process ${pid})`).join(', ');
    this.terms.logger.error(
      `Workers that still run after http.lameDuckMs and http.drainTimeout are killed; raise http.drainTimeout if their requests take longer: ${names}`,
    );
    this.kill();
  }

  /** Starts the first worker, with retries. @throws StartFailure whose reason the worker sent, or the last of too many */
  async #first(): Promise<string> {
    for (let failures = 1; ; failures++) {
      const one = this.#fork(1);
      try {
        return await one.served;
      } catch (error) {
        if (this.#isEnding || failures >= MAX_FAILURES || (error as StartFailure).isReported) throw error;
        await this.#reportFailure(error as Error, failures);
      }
    }
  }

  /** Starts the worker with this number. Retries until the worker serves, the primary gives up, or all workers end. */
  async #fill(number: number): Promise<void> {
    for (let reported = ''; this.#goesOn();) {
      try {
        await this.#fork(number).served;
        return;
      } catch (error) {
        if (!this.#goesOn()) return;
        const failures = this.#countFailure(number);
        const isNoneServing = !this.#all.some(({ isServing }) => isServing);
        if (failures >= MAX_FAILURES && isNoneServing) {
          this.#giveUp(error as Error);
          return;
        }
        const { message } = error as Error;
        await this.#reportFailure(message === reported ? undefined : (error as Error), failures);
        reported = message;
      }
    }
  }

  #goesOn(): boolean {
    return !this.#isEnding;
  }

  async #reportFailure(error: Error | undefined, failures: number): Promise<void> {
    this.#metrics.countEnd('start');
    const pause = pauseAfter(failures);
    if (error)
      this.terms.logger.error(
        { err: error },
        `A worker could not start; fix the error, the next try is in ${pause} ms`,
      );
    await this.#rest(pause);
  }

  /** Waits without keeping the process alive. */
  async #rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { ref: false });
  }

  #fork(number: number): WorkerProcess {
    const one: WorkerProcess = new WorkerProcess(number, this.terms.environment, (message) => {
      this.#receive(one, message);
    });
    this.#all.push(one);
    const end = one.ended.then((how) => {
      this.#all = this.#all.filter((other) => other !== one);
      this.#metrics.keep(one);
      return how;
    });
    void one.served.then(
      () => end.then((how) => this.#ended(one, how)),
      () => undefined,
    );
    return one;
  }

  #receive(one: WorkerProcess, message: FromWorker): void {
    if (message.lectern === 'metrics') this.#metrics.take(one, message.question, message.metrics);
    if (message.lectern === 'share')
      for (const other of this.#all) if (other !== one && other.isServing) other.send(message);
    if (message.lectern !== 'ask metrics') return;
    const { question } = message;
    void this.#metrics.gather().then((metrics) => one.send({ lectern: 'metrics of all', question, metrics }));
  }

  /** Replaces a worker that ended after it had served, unless the worker was asked to end. */
  async #ended(one: WorkerProcess, how: WorkerEnd): Promise<void> {
    if (this.#isEnding || one.wasRetired) return;
    const { number, pid, age } = one;
    if (!one.wasHanging) this.#metrics.countEnd('crash');
    if (age > STABLE_MS) this.#failures.delete(number);
    const failures = this.#countFailure(number);
    // The first replacement starts without a pause, so that clients need not wait.
    const pause = failures === 1 ? 0 : pauseAfter(failures - 1);
    const about = { ended: number, endedPid: pid, end: nameOfEnd(how) };
    this.terms.logger.error(about, `Worker ${number} has ended (${nameOfEnd(how)}); it is replaced in ${pause} ms`);
    if (pause > 0) await this.#rest(pause);
    await this.#fill(number);
  }

  #countFailure(number: number): number {
    const failures = (this.#failures.get(number) ?? 0) + 1;
    this.#failures.set(number, failures);
    return failures;
  }

  async #renewAll(): Promise<void> {
    const { logger } = this.terms;
    const old = this.#all.filter(({ isServing }) => isServing);
    logger.info({ workers: old.length }, `Workers are replaced one after another: ${old.length}`);
    for (const one of old) {
      if (this.#isEnding) return;
      try {
        await this.#fork(one.number).served;
      } catch (err) {
        logger.error(
          { err },
          'A new worker could not start, so the present workers keep serving; fix the error, then send SIGHUP again',
        );
        return;
      }
      one.retire();
      await one.ended;
    }
    logger.info({ workers: old.length }, `Workers have been replaced: ${old.length}`);
  }
}

function pauseAfter(failures: number): number {
  return Math.min(MIN_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS);
}

import cluster from 'node:cluster';
import { loadConfig } from '../config/load.ts';
import { refuseTakenPort } from '../server/free_port.mjs';
import { createLogger } from '../telemetry/log.ts';
import { forceCode, onSignals } from './signals.ts';
import { becomePrimary } from './worker_number.ts';
import { Workers } from './workers.ts';

/** What is served, by how many. */
export interface TogetherTerms {
  readonly root: string;
  readonly count: number;
  /** Laid over the configuration. */
  readonly overrides: object;
}

/**
 * Serves an installation by several processes that run the program of this one. This one serves nothing itself: it looks
 * after them and passes signals on. SIGHUP renews them one after another, unless it comes from a terminal that is closed.
 * @returns the exit code, when all have ended
 * @throws Error when they can not start
 */
export async function serveTogether({ root, count, overrides }: TogetherTerms): Promise<number> {
  becomePrimary();
  const { config, environment } = loadConfig({ root, env: process.env, overrides });
  await refuseTakenPort(config.http);
  const logger = createLogger({ log: config.log, environment });
  // Where each worker accepts for itself, one of them may get nearly all of the connections that come at once.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  // Metrics hold numbers that JSON does not know.
  cluster.setupPrimary({ serialization: 'advanced' });
  const workers = new Workers({ count, config, logger, environment: { WORKERS: String(count) } });
  const ended = new Promise<number>((resolve) => {
    onSignals({
      first: (signal) => {
        logger.info({ signal, workers: count }, 'all workers are told to end');
        void workers.end().then((isInOrder) => {
          resolve(isInOrder ? 0 : 1);
        });
      },
      second: (signal) => {
        logger.warn({ signal }, 'a second signal: all workers are killed');
        workers.kill();
        process.exit(forceCode(signal));
      },
    });
  });
  const begun = begin(workers, (url) => {
    logger.info({ url, workers: count }, `${count} workers are ready at ${url}`);
  });
  return Promise.race([ended, begun]);
}

/** Starts all, and keeps them; it never resolves, because only a signal ends them in order. */
async function begin(workers: Workers, ready: (url: string) => void): Promise<never> {
  try {
    const url = await Promise.race([workers.start(), workers.hopeless]);
    ready(url);
    process.on('SIGHUP', () => {
      if (process.stdin.isTTY) process.kill(process.pid, 'SIGTERM');
      else void workers.renew();
    });
    return await workers.hopeless;
  } catch (error) {
    if (workers.isEnding) return new Promise(() => undefined);
    workers.kill();
    throw error;
  }
}

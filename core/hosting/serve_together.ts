import cluster from 'node:cluster';
import { loadConfig } from './config/load_config.ts';
import { refuseTakenPort } from './server/free_port.mjs';
import { createLogger } from './telemetry/log/log.ts';
import { isSupervised, onSignals } from './cluster/process_end.ts';
import { becomePrimary } from './cluster/worker_number.ts';
import { sendToPrimary } from './cluster/primary_channel.ts';
import { Workers } from './cluster/workers.ts';

export interface TogetherTerms {
  readonly root: string;
  readonly count: number;
  readonly overrides: object;
}

/**
 * Serves an installation with several worker processes that run the same program. This process is the primary: it
 * serves no requests, supervises the workers, and ends them on SIGTERM and SIGINT. SIGHUP renews the workers one after
 * another, once all have started. In a process with a terminal, SIGHUP means that the terminal was closed, and ends the
 * workers.
 * @returns the exit code, when all workers have ended after a signal
 * @throws Error when the configuration is wrong, the port is taken, or workers repeatedly cannot start
 */
export async function serveTogether({ root, count, overrides }: TogetherTerms): Promise<number> {
  becomePrimary();
  const { config, environment } = loadConfig({ root, env: process.env, overrides });
  await refuseTakenPort(config.http);
  const logger = createLogger({ log: config.log, environment });
  // The primary accepts connections. If workers accepted, one worker could get nearly all connections of a burst.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  // Messages contain metrics, with numbers that JSON cannot represent, such as NaN.
  cluster.setupPrimary({ serialization: 'advanced' });
  const workers = new Workers({ count, config, logger, environment: { WORKERS: String(count) } });
  const ended = new Promise<number>((resolve) => {
    const end = (reason: string) => {
      logger.info({ reason, workers: count }, `All ${count} workers stop (${reason})`);
      void workers.end().then((isInOrder) => resolve(isInOrder ? 0 : 1));
    };
    onSignals({
      first: end,
      second: (signal) => {
        logger.warn({ signal }, 'All workers are killed, because of a second signal; running requests are aborted');
        workers.kill();
      },
      hangUp: () => workers.renew(),
    });
  });
  const begun = begin(workers, (url) => {
    logger.info({ url, workers: count }, `${count} workers are ready at ${url}`);
    if (isSupervised) void sendToPrimary({ lectern: 'ready', url });
  });
  return Promise.race([ended, begun]);
}

/** Starts the workers, then waits. Never resolves, because workers run until a signal; rejects when they cannot start. */
async function begin(workers: Workers, ready: (url: string) => void): Promise<never> {
  try {
    const url = await Promise.race([workers.start(), workers.startsFailed]);
    ready(url);
    return await workers.startsFailed;
  } catch (error) {
    if (workers.isEnding) return new Promise(() => undefined);
    workers.kill();
    throw error;
  }
}

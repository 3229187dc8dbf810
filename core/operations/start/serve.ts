import { availableParallelism } from 'node:os';
import {
  createKernel,
  endLimit,
  forceCode,
  onSignals,
  reasonOf,
  sendLastMetrics,
  serveUnderPrimary,
  sendToPrimary,
  type Kernel,
  loadConfig,
} from '../../hosting/internals.ts';
import { closeUntaken } from '../../infrastructure/database/preload/open_database.ts';

export interface Served {
  readonly root: string;
  /** Settings merged over the configuration. */
  readonly config: object;
}

const hangUpNotice =
  'SIGHUP: changed files of JWT_SECRET_FILE and DATABASE_URL_FILE are in use already; other changed settings need a restart, or several workers (WORKERS), which SIGHUP replaces one after another';

/** Starts to serve an installation in this process only. A signal ends the process. */
export async function serveAlone(served: Served): Promise<void> {
  try {
    await serve(served);
  } finally {
    await closeUntaken();
  }
}

async function serve({ root, config }: Served): Promise<void> {
  const kernel = await createKernel({ root, config, watched: true });
  onSignals({
    first: (signal) => void endInOrder(kernel, signal),
    second: (signal) => {
      kernel.logger.warn(
        { signal },
        'The process ends at once, because of a second signal; running requests are aborted',
      );
      process.exit(forceCode(signal));
    },
    hangUp: () => {
      kernel.logger.info({ signal: 'SIGHUP' }, hangUpNotice);
    },
  });
  try {
    // Sent before `listen`, because a module may block the start.
    if (process.env['LECTERN_SUPERVISED']) await sendToPrimary({ lectern: 'end limit', ms: endLimit(kernel.config) });
    const url = await kernel.listen();
    if (process.env['LECTERN_SUPERVISED']) await serveUnderSupervisor(kernel, url);
  } catch (error) {
    await kernel.stop();
    throw error;
  }
}

/** Notifies the supervisor of `npm start` that the server is ready. This process ends together with the supervisor. */
async function serveUnderSupervisor(kernel: Kernel, url: string): Promise<void> {
  const end = () => void endInOrder(kernel, 'the supervisor has ended');
  process.once('disconnect', end);
  await sendToPrimary({ lectern: 'ready', url });
  if (!process.connected) end();
}

/** Starts to serve an installation as one of several workers. The primary ends the process. */
export async function serveAsWorker({ root, config }: Served): Promise<void> {
  let kernel: Kernel | undefined;
  const ending = new AbortController();
  serveUnderPrimary({
    retire: (reason) => {
      ending.abort();
      if (kernel) void endInOrder(kernel, reason);
      else process.exit(0);
    },
  });
  try {
    kernel = await createKernel({ root, config, watched: true });
    const url = await kernel.listen();
    await sendToPrimary({ lectern: 'ready', url });
  } catch (error) {
    if (ending.signal.aborted) return;
    await kernel?.stop();
    // The primary reports the error, once for all workers.
    await sendToPrimary({ lectern: 'failed', message: reasonOf(error) });
    process.exit(1);
  }
}

/** Number of serving processes. @param config settings merged over the configuration */
export function workerCount(root: string, config: object): number {
  const { workers } = loadConfig({ root, env: process.env, overrides: config }).config;
  return (workers === 'auto' ? 0 : Number(workers)) || availableParallelism();
}

/**
 * Ends this process: new requests are served for `http.lameDuckMs`, running ones finish, background work stops,
 * connections close. Exit code 0; or 1 after a timeout, which aborts the work that is still running.
 */
async function endInOrder(kernel: Kernel, reason: string): Promise<never> {
  const { config, logger } = kernel;
  const { lameDuckMs, drainTimeout } = config.http;
  const limit = endLimit(config);
  const begun = performance.now();
  setTimeout(() => {
    logger.error(
      `The shutdown exceeded ${limit} ms (http.lameDuckMs + http.drainTimeout + 3 s), so the process ends with code 1. ` +
        'Lines "waiting for ..." at the level info name the services: make their stop() faster, or raise http.drainTimeout.',
    );
    process.exit(1);
  }, limit).unref();
  const until = `new requests are served for ${lameDuckMs} ms, then running requests get ${drainTimeout} ms`;
  logger.info({ reason, lameDuckMs, drainTimeout }, `The process stops (${reason}): ${until}`);
  await kernel.retire();
  await kernel.stop();
  await sendLastMetrics();
  logger.info({ ms: Math.round(performance.now() - begun) }, 'The shutdown is complete');
  return process.exit(0);
}

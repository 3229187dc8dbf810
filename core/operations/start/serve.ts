import { availableParallelism } from 'node:os';
import {
  createKernel,
  endInOrder,
  endLimit,
  isSupervised,
  type Kernel,
  loadConfig,
  onSignals,
  onWorkerEnd,
  reasonOf,
  sendHeartbeats,
  sendToPrimary,
} from '../../hosting/internals.ts';
import { tuneEngine } from '../../cli/index.ts';
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
  await serve(served).finally(closeUntaken);
}

async function serve({ root, config }: Served): Promise<void> {
  const kernel = await createKernel({ root, config, watched: true });
  tuneEngine();
  onSignals({
    first: (reason) => void endInOrder(kernel, reason),
    second: (signal) => {
      kernel.logger.warn(
        { signal },
        'The process ends at once, because of a second signal; running requests are aborted',
      );
    },
    hangUp: () => {
      kernel.logger.info({ signal: 'SIGHUP' }, hangUpNotice);
    },
  });
  try {
    // Sent before `listen`, because a module may block the start.
    if (isSupervised) await sendToPrimary({ lectern: 'end limit', ms: endLimit(kernel.config) });
    const url = await kernel.listen();
    if (isSupervised) await sendToPrimary({ lectern: 'ready', url });
  } catch (error) {
    await kernel.stop();
    throw error;
  }
}

/** Starts to serve an installation as one of several workers. The primary ends the process. */
export async function serveAsWorker({ root, config }: Served): Promise<void> {
  let kernel: Kernel | undefined;
  const ending = new AbortController();
  sendHeartbeats();
  onWorkerEnd((reason) => {
    ending.abort();
    if (kernel) void endInOrder(kernel, reason);
    else process.exit(0);
  });
  try {
    kernel = await createKernel({ root, config, watched: true });
    tuneEngine();
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

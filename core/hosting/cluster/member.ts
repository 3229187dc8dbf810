import cluster from 'node:cluster';
import { isOurs, type FromPrimary, type FromWorker } from './messages.ts';

const BEAT_MS = 1_000;

/** Tells the primary. @returns when it has been handed over, or nobody is there any more */
export function tellPrimary(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected) {
      resolve();
      return;
    }
    process.send?.(message, undefined, {}, () => {
      resolve();
    });
  });
}

/** Hears what the primary says. */
export function hearPrimary(listener: (message: FromPrimary) => void): void {
  process.on('message', (message) => {
    if (isOurs<FromPrimary>(message)) listener(message);
  });
}

/** What a worker does for its primary. */
export interface Duties {
  /** The worker is to end; said once. */
  readonly retire: (reason: string) => void;
}

/**
 * Makes this process a worker of its primary: its heart beats for as long as the event loop turns, and it ends when the
 * primary says so or is gone. A signal at the whole group of processes reaches the workers, too, beside what the primary
 * then tells them.
 */
export function serveUnderPrimary({ retire }: Duties): void {
  let isTold = false;
  const once = (reason: string) => {
    if (!isTold) retire(reason);
    isTold = true;
  };
  setInterval(() => void tellPrimary({ lectern: 'beat' }), BEAT_MS).unref();
  hearPrimary((message) => {
    if (message.lectern === 'retire') once('the primary says so');
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, once);
  process.on('SIGHUP', nothing);
  const { worker } = cluster;
  worker?.once('disconnect', () => {
    // Else Node ends the process at once, with all of its requests.
    worker.exitedAfterDisconnect = true;
    once('the primary is gone');
  });
}

function nothing(): void {
  // The primary replaces the workers one after another; none of them has to do anything.
}

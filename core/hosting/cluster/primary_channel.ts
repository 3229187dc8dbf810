import cluster from 'node:cluster';
import { isKernelMessage, type FromPrimary, type FromWorker } from './messages.ts';

const HEARTBEAT_INTERVAL_MS = 1_000;

/**
 * Sends a message to the primary.
 * @returns a promise that resolves when the message was sent or cannot be sent; immediately without a primary
 */
export function sendToPrimary(message: FromWorker): Promise<void> {
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

export function onPrimaryMessage(listener: (message: FromPrimary) => void): void {
  process.on('message', (message) => {
    if (isKernelMessage<FromPrimary>(message)) listener(message);
  });
}

export interface WorkerCallbacks {
  /** Called when the worker has to end, at most once. */
  readonly retire: (reason: string) => void;
}

/**
 * Connects this worker to its primary. Sends heartbeats while the event loop runs. Calls `retire` when the primary
 * requests this or has ended, and on SIGTERM and SIGINT, which a terminal sends to all processes of the group.
 */
export function serveUnderPrimary({ retire }: WorkerCallbacks): void {
  let isRetiring = false;
  const once = (reason: string) => {
    if (!isRetiring) retire(reason);
    isRetiring = true;
  };
  setInterval(() => void sendToPrimary({ lectern: 'beat' }), HEARTBEAT_INTERVAL_MS).unref();
  onPrimaryMessage((message) => {
    if (message.lectern === 'retire') once('the primary retires this worker');
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, once);
  process.on('SIGHUP', nothing);
  const { worker } = cluster;
  worker?.once('disconnect', () => {
    // Without this flag Node ends the process immediately and drops its requests.
    worker.exitedAfterDisconnect = true;
    once('the primary has ended');
  });
}

function nothing(): void {
  // A worker ignores SIGHUP, on which the primary replaces the workers one after another.
}

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
    process.send?.(message, undefined, {}, () => resolve());
  });
}

export function onPrimaryMessage(listener: (message: FromPrimary) => void): void {
  process.on('message', (message) => {
    if (isKernelMessage<FromPrimary>(message)) listener(message);
  });
}

/** Sends heartbeats to the primary while the event loop runs. */
export function sendHeartbeats(): void {
  setInterval(() => void sendToPrimary({ lectern: 'beat' }), HEARTBEAT_INTERVAL_MS).unref();
}

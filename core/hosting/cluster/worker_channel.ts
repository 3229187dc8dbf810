import { onPrimaryMessage, sendToPrimary } from './primary_channel.ts';
import { workerNumber } from './worker_number.ts';

type Listener = (data: unknown) => void;

/** Messages between the workers of an installation. A single process sends none. */
export class WorkerChannel {
  readonly #listeners = new Map<string, Listener>();
  readonly #isWorker = workerNumber() !== undefined;

  constructor() {
    if (!this.#isWorker) return;
    onPrimaryMessage((message) => {
      if (message.lectern === 'share') this.#listeners.get(message.topic)?.(message.data);
    });
  }

  /** Sends data that Node can clone, such as plain objects and lists, to all other workers that serve. */
  send(topic: string, data: unknown): void {
    if (this.#isWorker) void sendToPrimary({ lectern: 'share', topic, data });
  }

  /** Calls `listener` with the data that other workers send. Each topic has one listener; a later one replaces it. */
  listen(topic: string, listener: Listener): void {
    this.#listeners.set(topic, listener);
  }
}

import type { Worker } from 'node:cluster';

/** What Node's cluster says to a worker to hand a connection over, and what the worker answers. */
interface ClusterMessage {
  readonly cmd?: string;
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}

/** A connection that nobody has read from. */
interface Handle {
  close(): void;
}

/** What a worker has said before it ended is read within this time. */
const LAST_WORDS_MS = 50;

const listening = new Set<Worker>();

/**
 * Gives the connections of a worker that is gone to others. Node hands a connection over and waits for the word that it was
 * accepted; when the worker is killed or hangs before, that word never comes and the client waits for ever. So this says in
 * the worker's place that it was not accepted, upon which Node looks for another one.
 */
export function rescueConnections(worker: Worker): void {
  const { process: child } = worker;
  const handedOver = new Map<number, Handle>();
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  child.send = (message: ClusterMessage, ...more: unknown[]) => {
    const isConnection = message.cmd === 'NODE_CLUSTER' && message.act === 'newconn';
    if (isConnection) handedOver.set(message.seq as number, more[0] as Handle);
    return send(message, ...more);
  };
  child.on('internalMessage', ({ ack }: ClusterMessage) => {
    if (ack !== undefined) handedOver.delete(ack);
  });
  const rescue = () => {
    for (const [ack, handle] of handedOver) {
      if (listening.size === 0) handle.close();
      else child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false });
    }
  };
  worker.once('listening', () => listening.add(worker));
  child.once('exit', () => {
    listening.delete(worker);
    setTimeout(rescue, LAST_WORDS_MS);
  });
}

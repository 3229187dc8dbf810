import type { Worker } from 'node:cluster';

/** Message by which Node's cluster hands a connection to a worker, or by which the worker answers. */
interface ClusterMessage {
  readonly cmd?: string;
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}

/** A connection that no worker has read from yet. */
interface Handle {
  close(): void;
}

/** Milliseconds to read the messages that a worker sent before it ended. */
const LAST_MESSAGES_MS = 50;

const listening = new Set<Worker>();

/**
 * Hands over the connections that a worker has not accepted when it ends. Node would wait for ever for the
 * acknowledgement of such a connection. A negative acknowledgement, emitted in place of the worker, makes Node choose
 * another worker. Without a listening worker, the connections are closed.
 */
export function handOverConnections(worker: Worker): void {
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
    setTimeout(rescue, LAST_MESSAGES_MS);
  });
}

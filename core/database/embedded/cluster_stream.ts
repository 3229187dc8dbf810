import { Duplex } from 'node:stream';
import type { Cluster } from './cluster.mjs';
import { resetSession } from './session.ts';

const TERMINATE = 'X'.charCodeAt(0);

/** The socket that `pg` believes to talk to: what it writes goes to the cluster, what comes back is the answer. */
export class ClusterStream extends Duplex {
  readonly #cluster: Cluster;

  constructor(cluster: Cluster) {
    super();
    this.#cluster = cluster;
  }

  /** Called by `pg` in place of a socket's: nothing to connect, but the session may be in use from before. */
  connect(): void {
    resetSession(this.#cluster).then(
      () => this.emit('connect'),
      (error: unknown) => this.destroy(error as Error),
    );
  }

  /** Called by `pg` on its socket. */
  setNoDelay(): void {}

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    // The connection ends; the cluster, which would take it as its own end, goes on.
    if (chunk[0] === TERMINATE) {
      done();
      return;
    }
    this.#cluster.exchange(chunk).then((answer) => {
      this.push(answer);
      done();
    }, done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer', done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }
}

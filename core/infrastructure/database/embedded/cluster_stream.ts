import { Duplex } from 'node:stream';
import type { Cluster } from './cluster.mjs';
import { resetSession } from './session.ts';

const TERMINATE = 'X'.charCodeAt(0);

/** Stream that replaces the socket of `pg`: writes go to the cluster, and reads return its answers. */
export class ClusterStream extends Duplex {
  constructor(private readonly cluster: Cluster) {
    super();
  }

  /** Called by `pg` instead of connecting a socket. Resets the session, which may have been used before. */
  connect(): void {
    resetSession(this.cluster).then(
      () => this.emit('connect'),
      (error: unknown) => this.destroy(error as Error),
    );
  }

  /** Does nothing. `pg` calls this method on every socket. */
  setNoDelay(): void {}

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    // The message Terminate ends this connection only; forwarded, it would end the cluster.
    if (chunk[0] === TERMINATE) {
      done();
      return;
    }
    this.cluster.exchange(chunk).then((answer) => {
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

import { connect } from 'node:net';
import { once } from 'node:events';
import { freePort } from '../../support/free_port.mjs';
import { ServerProcess } from './server_process.ts';
import { toolPath } from './tools.ts';
import { until } from './until.ts';

/** A Redis server for one test, without persistence, which can be stopped and restarted. */
export class PrivateRedis {
  #server: ServerProcess | undefined;

  private constructor(readonly port: number) {}

  static async start(): Promise<PrivateRedis> {
    const made = new PrivateRedis(await freePort());
    await made.start();
    return made;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts an empty server, and waits until it answers. */
  async start(): Promise<void> {
    const args = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.#server = new ServerProcess({ file: toolPath('redis-server'), args, cwd: '/' });
    await until(() => this.#ping());
  }

  async stop(): Promise<void> {
    await this.#server?.end('SIGKILL');
  }

  /** Pauses or resumes the server, with all connections open. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#server?.signal(name);
  }

  async clear(): Promise<void> {
    await this.stop();
  }

  async #ping(): Promise<void> {
    this.#server?.assertAlive();
    const socket = connect(this.port, '127.0.0.1');
    try {
      socket.write('PING\r\n');
      const [answer] = (await once(socket, 'data')) as [Buffer];
      if (!answer.toString().startsWith('+PONG')) throw new Error(`Redis answered ${answer.toString()}`);
    } finally {
      socket.destroy();
    }
  }
}

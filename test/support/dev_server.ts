import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

const PATIENCE_MS = 30_000;
const PAUSE_MS = 50;

/** `lectern dev` at work in an installation, in a process of its own. */
export class DevServer {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
  }

  /** Starts it and waits until it answers. @param env with the command `lectern` in its path */
  static async start(root: string, env: NodeJS.ProcessEnv): Promise<DevServer> {
    const port = await freePort();
    const child = spawn('lectern', ['dev'], { cwd: root, env: { ...env, PORT: String(port) }, stdio: 'ignore' });
    const server = new DevServer(`http://127.0.0.1:${port}`, child);
    const until = Date.now() + PATIENCE_MS;
    while (!(await server.#isReady())) {
      if (Date.now() > until) throw new Error(`lectern dev did not answer within ${PATIENCE_MS} ms.`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return server;
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }

  async #isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

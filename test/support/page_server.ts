import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { shortLived } from './engine_flags.mjs';
import type { Installation } from './installation.ts';
import { restore, shipped } from './shipped.ts';

const program = fileURLToPath(new URL('page_server.mjs', import.meta.url));

/** An installation that one process of its build serves again and again, because the start of a process takes seconds. */
export class PageServer {
  readonly installation: Installation;
  /** Output of the process. */
  output = '';
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;

  private constructor(installation: Installation) {
    this.installation = installation;
    const { PATH = '' } = process.env;
    const stdio: ('ignore' | 'pipe' | 'ipc')[] = ['ignore', 'pipe', 'pipe', 'ipc'];
    this.#child = spawn(process.execPath, [...shortLived, program], { cwd: installation.root, env: { PATH }, stdio });
    this.#closed = once(this.#child, 'close');
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (text: Buffer) => (this.output += text.toString()));
  }

  static async begin(): Promise<PageServer> {
    return new PageServer(await shipped());
  }

  /** Starts a kernel with the present files. @returns its URL */
  start(env: Readonly<Record<string, string>>): Promise<string> {
    return this.#send({ env });
  }

  stop(): Promise<string> {
    return this.#send({});
  }

  /** Stops the kernel, and makes all files as shipped. */
  async reset(): Promise<void> {
    await this.stop();
    await restore(this.installation);
    this.output = '';
  }

  async end(): Promise<void> {
    await this.stop();
    this.#child.kill();
    await this.#closed;
    await this.installation.clear();
  }

  async #send(message: object): Promise<string> {
    this.#child.send(message);
    const ended = this.#closed.then(() => {
      throw new Error(`The process has ended: ${this.output}`);
    });
    const [answer] = (await Promise.race([once(this.#child, 'message'), ended])) as [{ url: string; problem?: string }];
    if (answer.problem !== undefined) throw new Error(answer.problem);
    return answer.url;
  }
}

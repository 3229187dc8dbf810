import { fork, type ChildProcess } from 'node:child_process';
import type { Picture } from 'lectern';

export type Portrait = Readonly<Record<keyof Picture, Uint8Array>>;

/** A portrait as PNGs, or the reason for which the picture is refused. */
export type DrawingAnswer =
  | { readonly portrait: Portrait; readonly problem?: undefined }
  | { readonly problem: string };

interface DrawingLimits {
  /** Milliseconds for one picture, the start of the process included. */
  readonly timeoutMs: number;
  /** Milliseconds after which a process without work ends. */
  readonly idleMs: number;
  /** Resident memory of the process. */
  readonly maxBytes: number;
  /** CPU time for one picture. The largest pictures take 3 s; on a busy machine this is longer than 3 s. */
  readonly maxCpuMs: number;
}

const defaults: DrawingLimits = { timeoutMs: 20_000, idleMs: 30_000, maxBytes: 268_435_456, maxCpuMs: 10_000 };
const MAX_STDERR = 2_000;

/** A child process that draws one portrait at a time. Starts on demand, ends when idle, and is killed at its limits. */
export class PortraitProcess {
  readonly #limits: DrawingLimits;
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(limits: Partial<DrawingLimits> = {}) {
    this.#limits = { ...defaults, ...limits };
  }

  /** Id of the running process, if any. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Draws a portrait. Call `draw` only while no other drawing runs. @throws Error when the process ends before */
  async draw(picture: Uint8Array): Promise<DrawingAnswer> {
    const { timeoutMs, idleMs } = this.#limits;
    clearTimeout(this.#idle);
    const child = (this.#child ??= this.#start());
    const timer = setTimeout(() => this.stop(), timeoutMs);
    try {
      return await answerOf(child, picture);
    } catch (error) {
      this.stop();
      throw error;
    } finally {
      clearTimeout(timer);
      this.#idle = setTimeout(() => this.stop(), idleMs).unref();
    }
  }

  /** Kills the process; a running drawing fails. */
  stop(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  #start(): ChildProcess {
    // The environment of the server has secrets, and marks the process as a worker of the cluster.
    const { PATH, LD_LIBRARY_PATH, SystemRoot } = process.env;
    const { maxBytes, maxCpuMs } = this.#limits;
    const child = fork(new URL('./portrait_child.mjs', import.meta.url), [`${maxBytes}`, `${maxCpuMs}`], {
      execArgv: [],
      env: { PATH, LD_LIBRARY_PATH, SystemRoot },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    child.unref();
    child.channel?.unref();
    return child;
  }
}

function answerOf(child: ChildProcess, picture: Uint8Array): Promise<DrawingAnswer> {
  let output = '';
  const onOutput = (text: Buffer) => (output = (output + text.toString()).slice(-MAX_STDERR));
  child.stderr?.on('data', onOutput);
  return new Promise<DrawingAnswer>((resolve, reject) => {
    const onClose = (code: number | null, signal: string | null) =>
      reject(new Error(`The process that draws portraits ended without a portrait (${signal ?? code}). ${output}`));
    child.once('message', resolve).once('error', reject).once('close', onClose);
    child.send(picture, (error) => error && reject(error));
  }).finally(() => {
    child.removeAllListeners('message').removeAllListeners('error').removeAllListeners('close');
    child.stderr?.off('data', onOutput);
  });
}

import inspector from 'node:inspector';
import { createKernel, reasonOf, type Kernel } from '../../hosting/internals.ts';
import { referenceOf } from '../reference/reference.ts';
import { referencePage } from '../reference/text.ts';
import { tuneEngine } from '../../cli/index.ts';
import type { ReloadRequest, ServedPlace, ServingMessage } from './serving_process.ts';

const HEARTBEAT_INTERVAL_MS = 1_000;
/** Reloads after which the process restarts: Node keeps the code of each edit in memory, about 1 MB. */
const MAX_RELOADS = 200;

/**
 * Serves an installation. When the watching process names changed modules, starts a second kernel, which replaces the
 * first one. Resolves when the server listens. The server stops at SIGTERM and SIGINT, and with the watching process.
 * @throws Error when the start fails
 */
export async function serveLive(place: ServedPlace): Promise<void> {
  tuneEngine();
  setInterval(sendHeartbeat, HEARTBEAT_INTERVAL_MS).unref();
  const live = new LiveKernel(place);
  // Heard before the kernel is created, because a module may block the start.
  process.on('message', ({ reload: names }: ReloadRequest) => {
    sendHeartbeat();
    live.reload(names);
  });
  const end = () => void live.stop().then(() => process.exit(0));
  process.once('SIGTERM', end).once('SIGINT', end).once('disconnect', end);
  try {
    await live.start();
  } catch (error) {
    process.off('disconnect', end);
    if (process.connected) process.disconnect();
    throw error;
  }
}

/** The kernel that serves. Each reload replaces it by another kernel, one after the other. */
class LiveKernel {
  #kernel: Kernel | undefined;
  /** Settles when the start and all reloads so far have ended. */
  #last: Promise<void> = Promise.resolve();
  #reloads = 0;
  /** Modules with edits that no kernel serves yet. */
  readonly #edited = new Set<string>();

  constructor(private readonly place: ServedPlace) {}

  start(): Promise<void> {
    const started = this.#replace();
    // Avoids an unhandled rejection: the caller of `start` receives the error.
    this.#last = started.catch(() => undefined);
    return started;
  }

  reload(modules: readonly string[]): void {
    this.#last = this.#last.then(() => this.#reload(modules));
  }

  async stop(): Promise<void> {
    await this.#last;
    await this.#kernel?.stop();
  }

  /** Starts a kernel with the present files. Unless it succeeds, the former kernel keeps serving. */
  async #replace(): Promise<void> {
    const former = this.#kernel;
    const reference = (kernel: Kernel) => referencePage(referenceOf(this.place.root, kernel));
    const next = await createKernel({
      ...this.place,
      live: true,
      watched: true,
      reference,
      ...(former && { replaces: former }),
    });
    try {
      await next.listen();
      this.#kernel = next;
    } catch (error) {
      await next.stop();
      throw error;
    }
  }

  async #reload(modules: readonly string[]): Promise<void> {
    if (!this.#kernel) return;
    if (++this.#reloads > MAX_RELOADS) send({ restart: `${MAX_RELOADS} edits are in memory` });
    for (const name of modules) this.#edited.add(name);
    const edited = [...this.#edited];
    const startedAt = performance.now();
    try {
      await this.#replace();
      this.#edited.clear();
      const ms = Math.round(performance.now() - startedAt);
      this.#kernel.logger.info({ modules: edited, ms }, outcomeOf(this.#kernel, edited));
    } catch (err) {
      const problem = `not reloaded, the previous version keeps serving: ${reasonOf(err)}`;
      this.#kernel.logger.error({ modules: edited, err }, problem);
      if (isTaken(err)) send({ restart: 'the previous version holds a port that the new one needs' });
    }
  }
}

/** Names the reloaded modules, and those of them that have failed as at a start. */
function outcomeOf({ failedPlugins }: Kernel, modules: readonly string[]): string {
  const failed = new Set(failedPlugins.map(({ module }) => module));
  const named = (text: string, names: readonly string[]) => (names.length > 0 ? [`${text}: ${names.join(', ')}`] : []);
  const [running, aside] = [modules.filter((name) => !failed.has(name)), modules.filter((name) => failed.has(name))];
  return [...named('reloaded', running), ...named('out of service, /readyz says why', aside)].join('; ');
}

function sendHeartbeat(): void {
  send({ isDebugged: inspector.url() !== undefined });
}

function send(message: ServingMessage): void {
  if (process.connected) process.send?.(message);
}

/** Whether a start failed because a port is in use, such as by the previous version of a module. */
function isTaken(problem: unknown): boolean {
  if (!(problem instanceof Error)) return false;
  return ('code' in problem && problem.code === 'EADDRINUSE') || isTaken(problem.cause);
}

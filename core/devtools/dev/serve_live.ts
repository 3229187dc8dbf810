import inspector from 'node:inspector';
import { referenceOf } from '../reference/reference.ts';
import { referencePage } from '../reference/text.ts';
import { createKernel, type Kernel } from '../../hosting/internals.ts';
import { tuneEngine } from '../../cli/index.ts';
import type { Heartbeat, ReloadRequest, RestartRequest } from './messages.ts';

const HEARTBEAT_INTERVAL_MS = 1_000;

/**
 * Serves an installation and reloads the modules that the watching process names. Resolves when the server listens. The
 * server stops at SIGTERM and SIGINT, and with the watching process.
 * @throws Error when the start fails
 */
export async function serveLive(root: string): Promise<void> {
  tuneEngine();
  setInterval(sendHeartbeat, HEARTBEAT_INTERVAL_MS).unref();
  const starting = createKernel({
    root,
    live: true,
    watched: true,
    reference: (kernel) => referencePage(referenceOf(root, kernel)),
  });
  const listening = starting.then(async (kernel) => {
    await kernel.listen();
    return kernel;
  });
  // Avoids an unhandled rejection: without a kernel, `starting` reports the error.
  listening.catch(() => undefined);
  // Heard before the kernel is created, because a module may block the start.
  process.on('message', ({ reload: names }: ReloadRequest) => {
    sendHeartbeat();
    void listening.then(
      (kernel) => reload(kernel, names),
      () => undefined,
    );
  });
  try {
    await serve(await starting, listening);
  } catch (error) {
    process.disconnect();
    throw error;
  }
}

async function serve(kernel: Kernel, listening: Promise<unknown>): Promise<void> {
  const end = () => void kernel.stop().then(() => process.exit(0));
  process.once('SIGTERM', end).once('SIGINT', end).once('disconnect', end);
  try {
    await listening;
  } catch (error) {
    await kernel.stop();
    process.off('disconnect', end);
    throw error;
  }
}

function sendHeartbeat(): void {
  const heartbeat: Heartbeat = { isDebugged: inspector.url() !== undefined };
  if (process.connected) process.send?.(heartbeat);
}

async function reload(kernel: Kernel, names: readonly string[]): Promise<void> {
  const { problem } = await kernel.reload(names);
  if (!isTaken(problem)) return;
  const request: RestartRequest = { restart: 'the previous version holds a port that the new one needs' };
  process.send?.(request);
}

/** Whether a reload failed because a port is in use, such as by the previous version of a module. */
function isTaken(problem: unknown): boolean {
  if (!(problem instanceof Error)) return false;
  return ('code' in problem && problem.code === 'EADDRINUSE') || isTaken(problem.cause);
}

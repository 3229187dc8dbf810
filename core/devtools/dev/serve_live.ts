import { createKernel, type Kernel } from 'lectern/host';
import { tuneEngine } from '../../cli/index.ts';
import type { ReloadRequest, RestartRequest } from './messages.ts';

/**
 * Serves an installation and reloads the modules that the watching process names. Resolves when the server listens. The
 * server stops at SIGTERM and SIGINT, and with the watching process.
 * @throws Error when the start fails
 */
export async function serveLive(root: string): Promise<void> {
  tuneEngine();
  const kernel = await createKernel({ root, live: true });
  const end = () => void kernel.stop().then(() => process.exit(0));
  process.once('SIGTERM', end).once('SIGINT', end).once('disconnect', end);
  const listening = kernel.listen();
  process.on('message', (message: ReloadRequest) => {
    void listening.then(() => reload(kernel, message.reload));
  });
  try {
    await listening;
  } catch (error) {
    await kernel.stop();
    process.off('disconnect', end).disconnect();
    throw error;
  }
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

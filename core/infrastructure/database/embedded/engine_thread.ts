import { Worker } from 'node:worker_threads';

/** A thread with the loaded database engine and no open cluster. */
let idle: Worker | undefined;

/**
 * Starts the thread of the embedded database early, because loading the engine takes as long as loading the kernel. An
 * idle thread keeps no process alive.
 */
export function beginThread(): void {
  if (!idle) keep(newThread());
}

/** Takes the idle thread, or starts a thread. The caller then sends the path of the folder that the thread opens. */
export function takeThread(): Worker {
  const thread = idle ?? newThread();
  idle = undefined;
  thread.ref();
  return thread;
}

/** Keeps a thread whose cluster is closed for the next `takeThread`; ends the thread if another one is idle. */
export async function leaveThread(thread: Worker): Promise<void> {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
  if (idle) await thread.terminate();
  else keep(thread);
}

/** Ends the idle thread, if any. */
export function dropThread(): void {
  void idle?.terminate();
  idle = undefined;
}

function keep(thread: Worker): void {
  idle = thread;
  // The error of an idle thread is ignored: the next `takeThread` starts another thread.
  thread
    .on('error', () => undefined)
    .once('exit', () => {
      if (idle === thread) idle = undefined;
    });
  thread.unref();
}

function newThread(): Worker {
  // The thread does not need the loader hooks of its parent.
  return new Worker(new URL('./worker.mjs', import.meta.url), { execArgv: [] });
}

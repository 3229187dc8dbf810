import { Worker } from 'node:worker_threads';

/** A thread that has loaded what a cluster is made of, and has no cluster now. */
let idle: Worker | undefined;

/**
 * Begins the thread of the embedded database before anything else of it is loaded: what it is made of takes as long to load
 * as the kernel, and that side by side. It keeps no process alive.
 */
export function beginThread(): void {
  if (!idle) keep(newThread());
}

/** The thread that is idle, or a new one. Tell it the folder. */
export function takeThread(): Worker {
  const thread = idle ?? newThread();
  idle = undefined;
  thread.ref();
  return thread;
}

/** Takes back a thread whose cluster is closed, for the next one. */
export async function leaveThread(thread: Worker): Promise<void> {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
  if (idle) await thread.terminate();
  else keep(thread);
}

/** Ends a thread that nobody needs after all. */
export function dropThread(): void {
  void idle?.terminate();
  idle = undefined;
}

function keep(thread: Worker): void {
  idle = thread;
  // One that fails is made anew by whoever needs it, who is told then.
  thread
    .on('error', () => undefined)
    .once('exit', () => {
      if (idle === thread) idle = undefined;
    });
  thread.unref();
}

function newThread(): Worker {
  // Without the loader hooks of the parent, which it does not need.
  return new Worker(new URL('../embedded/worker.mjs', import.meta.url), { execArgv: [] });
}

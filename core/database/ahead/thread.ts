import { Worker } from 'node:worker_threads';

/** A thread that loads what a cluster is made of, and has not been told yet which one it is to open. */
let begun: Worker | undefined;

/**
 * Begins the thread of the embedded database before anything else of it is loaded: what it is made of takes as long to load
 * as the kernel, and that side by side. It keeps no process alive.
 */
export function beginThread(): void {
  if (begun) return;
  const thread = newThread();
  begun = thread;
  // One that fails is made anew by whoever needs it, who is told then.
  thread
    .on('error', () => undefined)
    .once('exit', () => {
      if (begun === thread) begun = undefined;
    });
  thread.unref();
}

/** The thread that has begun, or a new one. Tell it the folder. */
export function takeThread(): Worker {
  const thread = begun ?? newThread();
  begun = undefined;
  thread.ref();
  return thread;
}

/** Ends a thread that nobody needs after all. */
export function dropThread(): void {
  void begun?.terminate();
  begun = undefined;
}

function newThread(): Worker {
  // Without the loader hooks of the parent, which it does not need.
  return new Worker(new URL('../embedded/worker.mjs', import.meta.url), { execArgv: [] });
}

import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8 from guessing which objects live long. It guesses by where they are made, from what survives of the busy time
 * while the program starts: the lists that rows of queries are put into are then made among the old objects, and keep their
 * rows until the whole heap is collected, for which a page of articles pays a quarter of its time.
 */
export function tuneEngine(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

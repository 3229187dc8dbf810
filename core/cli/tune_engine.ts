import { AsyncResource } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';

const [asyncId = '', triggerId = ''] = Object.getOwnPropertySymbols(new AsyncResource('Tick'));

/**
 * An object of the shape that those of `process.nextTick` have, written as Node writes them, for as long as the process
 * lives. The engine forgets the shape of objects of which there is none: idle for some seconds after the start it collects
 * everything, when nothing waits for the next tick, and from then on makes each of these objects property by property. A
 * request takes half a dozen of them: 4 of the 20 microseconds of a 404. Ids are fractions here, because Node reads its own
 * from an array of doubles: with whole numbers, an object made before the first tick would get another shape.
 *
 * @public for the test of the built program
 */
export const likeTick: object = { [asyncId]: 0.5, [triggerId]: 0.5, callback: tuneEngine, args: undefined };

/**
 * Sets up the engine for a server: one that lives long, on little memory.
 *
 * V8 guesses which objects live long. It guesses by where they are made, from what survives of the busy time while the
 * program starts: the lists that rows of queries are put into are then made among the old objects, and keep their rows until
 * the whole heap is collected, for which a page of articles pays a quarter of its time.
 *
 * By itself it lets the old objects become four times as many before it looks which of them are still needed. With hundreds
 * of clients at once most requests outlive a collection of the young ones, so that the heap would grow by what is no longer
 * needed, and stay that large. A fifth of growth costs at most some hundredths of the time, and only then.
 */
export function tuneEngine(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString('--heap-growing-percent=20');
}

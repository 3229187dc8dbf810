import { AsyncResource } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';

const [asyncId = '', triggerId = ''] = Object.getOwnPropertySymbols(new AsyncResource('Tick'));

/**
 * An object with the hidden class of Node's `process.nextTick` objects, kept for the lifetime of the process. V8 drops
 * hidden classes without objects; after an idle collection each later object would be slow. A request creates six such
 * objects. The ids are fractions, because Node's own ids come from an array of doubles: whole numbers would result in
 * another hidden class.
 *
 * @public for the test of the built program
 */
export const likeTick: object = { [asyncId]: 0.5, [triggerId]: 0.5, callback: tuneEngine, args: undefined };

/**
 * Tunes the engine for a server: a long-lived process on little memory.
 *
 * V8 predicts for each allocation site whether objects live long, from the objects that survive the busy start. Lists
 * of query rows are then allocated in the old generation, where their rows remain until a full collection. Reading a
 * page of articles would be slower by a quarter.
 *
 * By default, the old generation may grow fourfold before a full collection. With hundreds of concurrent clients, most
 * requests outlive a collection of the young generation. The heap would then grow with garbage, and stay large. With a
 * growth of a fifth, full collections take a few percent of the time at most.
 */
export function tuneEngine(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString('--heap-growing-percent=20');
}

import { AsyncResource } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';

const [asyncId = '', triggerId = ''] = Object.getOwnPropertySymbols(new AsyncResource('Tick'));

/**
 * An object with the hidden class of Node's `process.nextTick` objects, kept for the lifetime of the process. V8 drops
 * a hidden class without objects: an idle collection after the start would make each later object slow. A request
 * creates half a dozen of them: 4 of the 20 microseconds of a 404. Ids are fractions, because Node reads its own from
 * an array of doubles: whole numbers would give an object before the first tick another hidden class.
 *
 * @public for the test of the built program
 */
export const likeTick: object = { [asyncId]: 0.5, [triggerId]: 0.5, callback: tuneEngine, args: undefined };

/**
 * Tunes the engine for a server: a long-lived process on little memory.
 *
 * V8 guesses by allocation site which objects live long, from what survives the busy start of the program. Lists of
 * query rows are then allocated in the old generation, and keep their rows until a full collection. For that a page of
 * articles pays a quarter of its time.
 *
 * By default, the old generation may grow fourfold before a full collection. With hundreds of concurrent clients, most
 * requests outlive a collection of the young generation. The heap would then grow with garbage, and stay large. A
 * growth of a fifth costs at most some hundredths of the time, and only then.
 */
export function tuneEngine(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString('--heap-growing-percent=20');
}

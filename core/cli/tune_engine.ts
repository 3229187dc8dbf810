import { AsyncResource } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';

const [asyncId = '', triggerId = ''] = Object.getOwnPropertySymbols(new AsyncResource('Tick'));

/**
 * Object with the hidden class of the objects of `process.nextTick`, kept for the lifetime of the process. V8 drops
 * hidden classes without objects, and later objects would be slow. The ids are fractions, because whole numbers would
 * give another hidden class than Node's own ids.
 *
 * @public for the test of the built program
 */
export const likeTick: object = { [asyncId]: 0.5, [triggerId]: 0.5, callback: tuneEngine, args: undefined };

/**
 * Sets flags of V8 for a server. Without pretenuring, V8 allocates query rows in the young generation, where garbage is
 * cheap. The old generation may grow by a fifth before a full collection: with many clients, requests outlive young
 * collections.
 */
export function tuneEngine(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString('--heap-growing-percent=20');
}

/**
 * Flag of V8 for processes that end soon, such as commands: optimizes functions of the embedded database only after
 * much use. Each optimization costs more than a short process saves by it.
 */
export const FLAG_OF_SHORT_PROCESS = '--wasm-tiering-budget=100000000';

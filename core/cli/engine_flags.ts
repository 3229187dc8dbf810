import { setFlagsFromString } from 'node:v8';

/**
 * Flag of V8 for processes that end soon, such as commands: optimizes functions of the embedded database only after
 * much use. Each optimization costs more than a short process saves by it.
 */
export const FLAG_OF_SHORT_PROCESS = '--wasm-tiering-budget=100000000';

/**
 * Flag of V8 until `tuneEngine`, so that code of the start is not optimized: that code runs a few times, and optimizing it
 * takes 8 MB.
 */
export const FLAG_OF_START = '--no-opt';

/**
 * Flags of V8 for a server: optimize again, allocate query rows in the young generation, where garbage is cheap, and
 * collect the old generation after it has grown by a third, because with many clients requests outlive young collections.
 * A fifth takes 6 MB less, and an insert then a sixth more CPU time.
 */
export const FLAGS_OF_SERVER = ['--opt', '--no-allocation-site-pretenuring', '--heap-growing-percent=35'];

/** Sets the flags of V8 for a server, which ends `FLAG_OF_START`, before its services start: their work may be long. */
export function tuneEngine(): void {
  for (const flag of FLAGS_OF_SERVER) setFlagsFromString(flag);
  void import('./kept_tick.ts');
  void import('./young_generation.ts');
}

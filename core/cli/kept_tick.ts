import { createHook } from 'node:async_hooks';

/**
 * An object of `process.nextTick`, kept for the lifetime of the process. V8 drops hidden classes without objects, and
 * later objects would be slow. Taken from Node itself, because their properties differ between its versions.
 *
 * @public for the test of the built program
 */
export let keptTick: object | undefined;

const hook = createHook({
  init: (...[, type, , resource]) => {
    if (type === 'TickObject') keptTick = resource;
  },
}).enable();
process.nextTick(() => undefined);
hook.disable();

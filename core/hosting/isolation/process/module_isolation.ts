import { relative } from 'node:path';
import type { Isolation, TimedCall } from '../../../kernel/modules/isolation.ts';
import { withFrozenBuiltIns } from './frozen_built_ins.ts';
import { withinTime } from './watchdog.ts';

/** Time limits and frozen built-ins for the loading and the start of modules. */
export const isolation: Isolation = { callInTime, withFrozenBuiltIns };

function callInTime<T>({ name, module, root, timeout, fixes, run }: TimedCall<T>): Promise<T> {
  const late = {
    waiting: () => `${name} did not end within ${timeout} ms; ${fixes.waiting}`,
    running: (place: string) => `${name} ran for ${timeout} ms; ${fixes.running} (${relative(root, place)})`,
  };
  return withinTime({ name: `${name}, module ${module}`, timeout, late, run });
}

import type { Isolation } from '../../kernel/modules/isolation.ts';
import { withFrozenBuiltIns } from './frozen_built_ins.ts';
import { withinTime } from './watchdog.ts';

/** Time limits and frozen built-ins for code of modules that is loaded and started. */
export const isolation: Isolation = { withinTime, withFrozenBuiltIns };

import { droppedLines } from './log.ts';
import type { Logger } from '../../kernel/declare/logger.ts';
import { MeterRegistry } from './meters.ts';

/** Creates the meter registry of an installation, with a meter for dropped log lines. */
export function createMeters(logger: Logger): MeterRegistry {
  const meters = new MeterRegistry(logger);
  meters.reading({
    name: 'lectern_log_lines_dropped_total',
    help: 'Dropped log lines: their reader is gone or too slow, or the disk is full.',
    read: droppedLines,
  });
  return meters;
}

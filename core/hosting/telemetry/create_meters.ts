import { droppedLines } from './log.ts';
import type { Logger } from '../../kernel/declare/logger.ts';
import { MeterRegistry } from './meters.ts';

/** Creates the meters of an installation, with those of its log. */
export function createMeters(logger: Logger): MeterRegistry {
  const meters = new MeterRegistry(logger);
  meters.reading({
    name: 'lectern_log_lines_dropped_total',
    help: 'Dropped log lines: their reader is gone or too slow, or the disk is full.',
    read: droppedLines,
  });
  return meters;
}

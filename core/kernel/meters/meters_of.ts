import { droppedLines, type Logger } from '../log.ts';
import { Meters } from './meters.ts';

/** The meters of an installation, with what its log has to tell. */
export function metersOf(logger: Logger): Meters {
  const meters = new Meters(logger);
  meters.reading({
    name: 'lectern_log_lines_dropped_total',
    help: 'Log lines that were not written: nobody reads them, or the disk is full.',
    read: droppedLines,
  });
  return meters;
}

import { asFunction, contributes, type Services } from 'lectern';
import { deleteAged, type Aged } from '../database/index.ts';
import type { Job } from './job.ts';

/** Rows of a table that are deleted once their time is more than `days` ago. */
interface AgedRows extends Omit<Aged, 'until'> {
  readonly days: number;
}

type RowsOf = (services: Services) => readonly AgedRows[];

const DAY_MS = 86_400_000;

/**
 * Contributes a job that deletes old rows every hour.
 * @param rows a function for days that are configured
 */
export function deletesAgedRows(name: string, rows: readonly AgedRows[] | RowsOf) {
  const jobOf = (services: Services): Job => {
    const { clock, database } = services;
    const tables = typeof rows === 'function' ? rows(services) : rows;
    const run = async (signal?: AbortSignal) => {
      for (const { days, ...rest } of tables)
        await deleteAged(database, { ...rest, until: new Date(clock.now().getTime() - days * DAY_MS) }, signal);
    };
    return { name, everySeconds: 3_600, run };
  };
  return contributes('jobs', asFunction(jobOf));
}

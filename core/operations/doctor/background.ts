import type { Kernel } from 'lectern/host';
import { hasCoreModule } from '../../cli/index.ts';
import { redact } from '../../events/index.ts';
import { warning, type DoctorFinding } from './finding.ts';

/** Largest number of pending and dead deliveries that are read, the earliest due first. */
const MAX_DELIVERIES = 1_000;

/** Work without a request that fails: last runs of jobs, and deliveries of events. Needs a started database. */
export async function examineBackground(kernel: Kernel): Promise<DoctorFinding[]> {
  const { services } = kernel;
  return [
    ...(hasCoreModule(kernel, 'jobs') ? await failedJobs(services) : []),
    ...(hasCoreModule(kernel, 'events') ? await failedDeliveries(services) : []),
  ];
}

async function failedJobs({ jobs }: Kernel['services']): Promise<DoctorFinding[]> {
  const states = await jobs.list();
  return states.flatMap(({ name, module, error }) =>
    error === null
      ? []
      : warning(
          `job ${name}`,
          `The last run of this job of module ${module} failed: ${redact(error)}`,
          'Correct what the error says; the log has its stack. The next run removes this finding if it succeeds.',
        ),
  );
}

async function failedDeliveries({ outbox }: Kernel['services']): Promise<DoctorFinding[]> {
  const failed = (await outbox.open({ limit: MAX_DELIVERIES })).filter(({ lastError }) => lastError !== null);
  const subscribers = [...new Set(failed.map(({ subscriber }) => subscriber))];
  return subscribers.map((name) => {
    const own = failed.filter(({ subscriber }) => subscriber === name);
    const dead = own.filter(({ state }) => state === 'dead').length;
    const events = [...new Set(own.map(({ event }) => event))].join(', ');
    const count = `${own.length}, of which ${dead} were given up`;
    const error = redact(own.at(-1)?.lastError ?? '');
    return warning(
      `subscriber ${name}`,
      `Failed deliveries of ${events}: ${count}. The last error is: ${error}`,
      'Correct what the error says; the log has its stack. Then deliver what was given up: lectern outbox --retry all',
    );
  });
}

import type { Kernel } from '../../hosting/internals.ts';
import { hasCoreModule } from '../../cli/index.ts';
import { LATE, redact } from '../../infrastructure/events/index.ts';
import { topicOf, warning, type DoctorFinding } from './finding.ts';

/** Largest number of pending and dead deliveries that are read, the earliest due first. */
const MAX_DELIVERIES = 1_000;
/** Duration from which a run of a job is reported, because it may hang. */
const LONG_RUN_SECONDS = 300;
const LIMITS = 'such as fetch(url, { signal: AbortSignal.timeout(5_000) }) for each request';

/** Findings on background work: failed or long runs of jobs, failed deliveries of events. Needs a started database. */
export async function examineBackground(kernel: Kernel): Promise<DoctorFinding[]> {
  return [
    ...(hasCoreModule(kernel, 'jobs') ? await failedJobs(kernel) : []),
    ...(hasCoreModule(kernel, 'events') ? await failedDeliveries(kernel) : []),
  ];
}

async function failedJobs(kernel: Kernel): Promise<DoctorFinding[]> {
  const states = await kernel.services.jobs.list();
  return states.flatMap(({ name, module, error, runningSeconds }) => {
    const topic = topicOf(kernel, module);
    const file = kernel.modules.find((one) => one.name === module)?.servicesFile;
    if (runningSeconds !== null && runningSeconds >= LONG_RUN_SECONDS) {
      const message = `The job ${name} has been running for ${Math.floor(runningSeconds / 60)} minutes (${file}).`;
      const fix = `If it hangs, give a time limit to everything that it waits for, ${LIMITS}; a restart ends the run.`;
      return warning(topic, message, fix);
    }
    if (error === null) return [];
    const fix = `Correct the cause in the code of the job (${file}); the log has the stack, with the name of the job. The next run removes this finding if it succeeds.`;
    return warning(topic, `The last run of the job ${name} failed: ${redact(error)}`, fix);
  });
}

async function failedDeliveries(kernel: Kernel): Promise<DoctorFinding[]> {
  const { outbox } = kernel.services;
  const failed = (await outbox.open({ limit: MAX_DELIVERIES })).filter(({ lastError }) => lastError !== null);
  const subscribers = [...new Set(failed.map(({ subscriber }) => subscriber))];
  return subscribers.map((name) => {
    const own = failed.filter(({ subscriber }) => subscriber === name);
    const dead = own.filter(({ state }) => state === 'dead').length;
    const events = [...new Set(own.map(({ event }) => event))].join(', ');
    const count = `${own.length} (given up: ${dead})`;
    const error = own.at(-1)?.lastError ?? '';
    const module = kernel.modules.find(({ subscribers: all }) => all.some((one) => one.name === name));
    const file = module?.subscribers.find((one) => one.name === name)?.file;
    const isLate = error.includes(LATE);
    const fix = isLate
      ? `Give a time limit to everything that ${file ?? 'it'} waits for, ${LIMITS}.`
      : `Correct the cause in ${file ?? 'the subscriber'}; the log has the stack, with the name of the subscriber.`;
    return warning(
      module ? topicOf(kernel, module.name) : `subscriber ${name}`,
      `Failed deliveries of ${events} to the subscriber ${name}: ${count}. The last error is: ${error}`,
      `${fix} Then retry the deliveries that were given up, if any, in the console or with: lectern outbox --retry all`,
    );
  });
}

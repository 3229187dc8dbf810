import { inTime, isInstance } from '../../../../hosting/internals.ts';
import { hasCoreModule } from '../../../../cli/index.ts';
import { UnknownJob } from '../../../../infrastructure/jobs/index.ts';
import { failed, notApplicable, ofRunning, type Check, type CheckFinding } from '../../check.ts';
import type { Part } from '../../parts/part.ts';
import { reach } from '../../requests/reach.ts';
import type { AtWork, Subject } from '../../subject.ts';
import type { CheckTarget } from '../../target.ts';

/** Time limit of a job, and of the deliveries of all events together. */
const LIMIT_MS = 30_000;

/** Check: contributed code throws no error. Calls the code by requests, and runs jobs and due deliveries. */
export const runs: Check = {
  name: 'runs',
  about: 'every job, subscriber, hook, event check and added field of the module runs without an error',
  run: ofRunning(async (atWork, subject) => {
    const { all } = atWork.parts;
    if (all.length === 0) return notApplicable('it has no job, subscriber, hook, event check or added field');
    await callAll(atWork, subject);
    const idle = all.filter(({ hasRun, hasFailed }) => !hasRun && !hasFailed);
    return {
      findings: [...all.flatMap((part) => findingsOf(part, subject.target)), ...wrongValues(atWork)],
      notes: idle.map(({ terms }) => `never ran, so not checked: ${terms.name}: ${terms.idle}`),
    };
  }),
};

/** Calls the parts of the module: by requests, by its jobs, and by the events that both have published. */
async function callAll(atWork: AtWork, subject: Subject): Promise<void> {
  const { kernel, parts } = atWork;
  if (atWork.operations.length > 0) await subject.fuzzed(atWork);
  await reach(atWork, subject.seed);
  for (const [job, part] of hasCoreModule(kernel, 'jobs') ? parts.jobs : []) {
    const error = await errorOf(() => kernel.services.jobs.run(job));
    if (error !== undefined && !isInstance(error, UnknownJob)) part.threw(error);
  }
  // The error is ignored: `findingsOf` reports calls that do not end.
  if (hasCoreModule(kernel, 'events'))
    await errorOf(() => kernel.services.eventDispatcher.deliverDue(parts.subscribers));
}

/** Error of `run`, or an error after `LIMIT_MS`; undefined on success. */
async function errorOf(run: () => Promise<void>): Promise<unknown> {
  const late = () => new Error(`it did not end within ${LIMIT_MS / 1000} s`);
  return inTime({ milliseconds: LIMIT_MS, run, late }).then(
    () => undefined,
    (error: unknown) => error,
  );
}

function findingsOf(part: Part, target: CheckTarget): CheckFinding[] {
  const { name, file, fix } = part.terms;
  const endless = 'let each call end, and give everything that it awaits a time limit';
  if (part.hasFailed) return [failed(part.placeIn(target), part.problem, part.isPending ? endless : fix)];
  return part.isPending ? [failed(file, `${name} has not ended`, endless)] : [];
}

/**
 * Findings for resolvers of added fields whose values have other types than declared: only the log has these errors.
 */
function wrongValues({ logs, parts }: AtWork): CheckFinding[] {
  return parts.all
    .filter(({ hasFailed, terms }) => !hasFailed && terms.fields)
    .flatMap(({ terms: { name, file } }) => {
      const line = logs.errors.find(({ msg, err }) => `${msg} ${err?.message}`.includes(`${name} failed`));
      const fix = 'return a list with the values of each object, in their order and of the declared types';
      return line ? [failed(file, `${name} failed: ${line.err?.message ?? ''}`, fix)] : [];
    });
}

import type { AtWork, Subject } from './subject.ts';

/** One problem that a check has found in a module: file, problem and fix. */
export interface CheckFinding {
  /** `failed` for problems to fix, `warned` for findings to review. */
  readonly verdict: 'failed' | 'warned';
  /** Path relative to the installation, or absolute for a file outside of it; may end with a line (`:12`). */
  readonly file: string;
  readonly message: string;
  readonly fix: string;
}

/** Result of one check on one module. */
export interface Outcome {
  readonly findings: readonly CheckFinding[];
  /** Remarks for the report that are no problems. */
  readonly notes?: readonly string[];
  /** Reason why the check does not apply, or could not run. */
  readonly notApplicable?: string;
}

/** One check of `lectern check`. To add one, write a file in `checks/` and a line in `checks.ts`. */
export interface Check {
  readonly name: string;
  /** The property that a module must have, as the report states it: "every operation declares its access". */
  readonly about: string;
  run(subject: Subject): Outcome | Promise<Outcome>;
}

export function failed(file: string, message: string, fix: string): CheckFinding {
  return { verdict: 'failed', file, message, fix };
}

export function warned(file: string, message: string, fix: string): CheckFinding {
  return { verdict: 'warned', file, message, fix };
}

export function notApplicable(reason: string): Outcome {
  return { findings: [], notApplicable: reason };
}

/** Returns the `run` of a check that needs the running module. After a failed start, the check does not apply. */
export function ofRunning(run: (atWork: AtWork, subject: Subject) => Outcome | Promise<Outcome>): Check['run'] {
  return async (subject) => {
    const started = await subject.started();
    if ('kernel' in started) return run(started, subject);
    const { file, message } = started;
    const reason = `${subject.target.name} did not start: ${file}: ${message.replace(/\.$/, '')}`;
    return notApplicable(`not checked, because ${reason}; fix this first`);
  };
}

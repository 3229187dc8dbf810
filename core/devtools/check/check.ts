import type { Subject } from './subject.ts';

/** A finding of a check: file, problem, fix. */
export interface Finding {
  /** `failed` for problems to fix, `warned` for findings to review. */
  readonly verdict: 'failed' | 'warned';
  /** Path relative to the installation, or an absolute one outside of it. */
  readonly file: string;
  readonly message: string;
  readonly fix: string;
}

/** Result of a check. */
export interface Outcome {
  readonly findings: readonly Finding[];
  /** Remarks about a module without problems. */
  readonly notes?: readonly string[];
  /** Reason why the check does not apply. */
  readonly notApplicable?: string;
}

/** One check of the conformance kit. To add one, write a file in `checks/` and a line in `checks.ts`. */
export interface Check {
  readonly name: string;
  /** Checked property, as named in the report. */
  readonly about: string;
  /** Weight in the score, relative to other checks. */
  readonly weight: number;
  run(subject: Subject): Outcome | Promise<Outcome>;
}

/** A problem to fix. */
export function failed(file: string, message: string, fix: string): Finding {
  return { verdict: 'failed', file, message, fix };
}

/** A finding to review. */
export function warned(file: string, message: string, fix: string): Finding {
  return { verdict: 'warned', file, message, fix };
}

/** Result of a check that does not apply to the module, or cannot run. */
export function notApplicable(reason: string): Outcome {
  return { findings: [], notApplicable: reason };
}

import type { Subject } from './subject.ts';

/** Something that a check found: where, what, and how it is mended. */
export interface Finding {
  /** `failed` for what has to be mended, `warned` for what somebody should look at. */
  readonly verdict: 'failed' | 'warned';
  /** Path below the installation, or the folder's own where it stands elsewhere. */
  readonly file: string;
  readonly message: string;
  readonly mend: string;
}

/** What came of a check. */
export interface Outcome {
  readonly findings: readonly Finding[];
  /** What is worth knowing although nothing is wrong. */
  readonly notes?: readonly string[];
  /** Why there was nothing to look at. */
  readonly notApplicable?: string;
}

/** One thing that the conformance kit makes sure of. A new one is a file in `checks/` and a line in `checks.ts`. */
export interface Check {
  readonly name: string;
  /** What is made sure of, as the report says it. */
  readonly about: string;
  /** Its part of the score, as against the others. */
  readonly weight: number;
  run(subject: Subject): Outcome | Promise<Outcome>;
}

/** What has to be mended. */
export function failed(file: string, message: string, mend: string): Finding {
  return { verdict: 'failed', file, message, mend };
}

/** What somebody should look at. */
export function warned(file: string, message: string, mend: string): Finding {
  return { verdict: 'warned', file, message, mend };
}

/** There is nothing of this kind in the module, or it cannot be looked at. */
export function notApplicable(reason: string): Outcome {
  return { findings: [], notApplicable: reason };
}

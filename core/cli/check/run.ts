import type { Check } from './check.ts';
import { resultOf, scoreOf, type CheckResult, type Report } from './report.ts';
import type { Subject } from './subject.ts';

/** Runs checks, one after the other, on a module, and lets go of it. @throws Error when a check could not do its work */
export async function runChecks(subject: Subject, checks: readonly Check[]): Promise<Report> {
  const results: CheckResult[] = [];
  try {
    for (const check of checks) results.push(resultOf(check, await check.run(subject)));
  } finally {
    await subject.stop();
  }
  return {
    module: subject.target.name,
    folder: subject.file(),
    seed: subject.seed,
    // What does not start is good for nothing, however well it is written.
    score: subject.isAtWork ? scoreOf(results) : 0,
    passed: results.every(({ verdict }) => verdict !== 'failed'),
    checks: results,
  };
}

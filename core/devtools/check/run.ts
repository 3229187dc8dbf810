import type { Check } from './check.ts';
import { resultOf, scoreOf, type CheckResult, type Report } from './report.ts';
import type { Subject } from './subject.ts';

/** Runs the checks on a module one after another, then stops the module. @throws Error when a check itself failed */
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
    // A module that does not start scores 0.
    score: subject.isAtWork ? scoreOf(results) : 0,
    passed: subject.isAtWork && results.every(({ verdict }) => verdict !== 'failed'),
    checks: results,
  };
}

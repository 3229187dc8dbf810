import type { Check } from './check.ts';
import { resultOf, scoreOf, type CheckResult, type Report } from './report.ts';
import type { Subject } from './subject.ts';

/** Runs checks one after another, then stops the installation. @throws any error that a check throws */
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
    // A module whose start has failed scores 0.
    score: subject.isAtWork ? scoreOf(results) : 0,
    passed: subject.isAtWork && results.every(({ verdict }) => verdict !== 'failed'),
    checks: results,
  };
}

import { checks, runChecks } from '../../../../core/devtools/check/checks.ts';
import type { Report } from '../../../../core/devtools/check/report.ts';
import { Subject } from '../../../../core/devtools/check/subject.ts';
import { targetOf } from '../../../../core/devtools/check/target.ts';
import type { Workbench } from './fixture_plugin.ts';

/** Requests to each operation, enough for nearly every fault. */
export const RUNS = 12;

interface ReportOptions {
  /** Slow checks that run, too. */
  readonly slow?: readonly string[];
  readonly runs?: number;
}

/** Runs the checks without the slow ones, except those that `slow` names. The compiler runs in the system ring. */
export async function reportOf(
  { root }: Workbench,
  folder: string,
  { slow = [], runs = RUNS }: ReportOptions = {},
): Promise<Report> {
  const subject = new Subject({ target: targetOf(root, folder), env: {}, seed: 1, runs });
  const left = ['types', 'openapi'].filter((name) => !slow.includes(name));
  try {
    return await runChecks(
      subject,
      checks.filter(({ name }) => !left.includes(name)),
    );
  } finally {
    const { leftByShelf } = globalThis as { leftByShelf?: NodeJS.Timeout };
    clearInterval(leftByShelf);
  }
}

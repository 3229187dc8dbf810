import type { Check } from './check.ts';
import { access } from './checks/running/access.ts';
import { documentation } from './checks/documentation.ts';
import { failureTexts } from './checks/failure_texts.ts';
import { filters } from './checks/running/filters.ts';
import { leaks } from './checks/running/leaks.ts';
import { leaves } from './checks/leaves.ts';
import { manifest } from './checks/manifest.ts';
import { migrations } from './checks/migrations.ts';
import { openapi } from './checks/running/openapi.ts';
import { ownPackages } from './checks/packages.ts';
import { parts } from './checks/running/parts.ts';
import { requests } from './checks/running/requests.ts';
import { requirements } from './checks/requirements.ts';
import { settings } from './checks/running/settings.ts';
import { runs } from './checks/running/runs.ts';
import { starts } from './checks/running/starts.ts';
import { stops } from './checks/running/stops.ts';
import { strangers } from './checks/running/strangers.ts';
import { tables } from './checks/tables.ts';
import { types } from './checks/types.ts';
import { uses } from './checks/uses.ts';
import { resultOf, type CheckResult, type Report } from './report.ts';
import type { Subject } from './subject.ts';

/**
 * All checks in the order of execution. Checks that need rows come before `migrations`, which drops tables. `stops`
 * stops the installation, so all checks of the running module come before.
 */
export const checks: readonly Check[] = [
  manifest,
  settings,
  ownPackages,
  types,
  starts,
  parts,
  requirements,
  access,
  filters,
  documentation,
  openapi,
  strangers,
  requests,
  failureTexts,
  leaks,
  runs,
  uses,
  tables,
  migrations,
  stops,
  leaves,
];

/** Names of the checks of `--quick`: they start the installation once, and neither compile nor send random requests. */
export const quickChecks: readonly string[] = [
  manifest,
  settings,
  ownPackages,
  starts,
  parts,
  requirements,
  access,
  filters,
  documentation,
  stops,
].map(({ name }) => name);

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
    passed: subject.isAtWork && results.every(({ verdict }) => verdict !== 'failed'),
    checks: results,
  };
}

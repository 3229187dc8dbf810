import type { Check, CheckFinding, Outcome } from './check.ts';

/** Overall result of one check. */
export type Verdict = 'passed' | 'failed' | 'warned' | 'not applicable';

export interface CheckResult {
  readonly name: string;
  readonly about: string;
  readonly verdict: Verdict;
  readonly weight: number;
  readonly findings: readonly CheckFinding[];
  readonly notes: readonly string[];
}

export interface Report {
  readonly module: string;
  readonly folder: string;
  /** Seed of the random requests. */
  readonly seed: number;
  /** Score from 0 to 100; see `scoreOf`. */
  readonly score: number;
  /** False if a check has failed, or the start of the module. */
  readonly passed: boolean;
  readonly checks: readonly CheckResult[];
}

/** Result of a check; the worst finding determines the verdict. */
export function resultOf(
  { name, about, weight }: Check,
  { findings, notes = [], notApplicable }: Outcome,
): CheckResult {
  const worst = findings.some(({ verdict }) => verdict === 'failed') ? 'failed' : 'warned';
  const verdict = notApplicable !== undefined ? 'not applicable' : findings.length === 0 ? 'passed' : worst;
  return { name, about, verdict, weight, findings, notes: notApplicable === undefined ? notes : [notApplicable] };
}

const shares: Readonly<Record<Verdict, number>> = { passed: 1, warned: 0.5, failed: 0, 'not applicable': 0 };

/**
 * Score in percent of the total weight: a passed check adds its weight, a check with warnings half of its weight. Checks
 * that do not apply are left out; without any other check, the score is 0. Rounded down, so 100 needs passed checks only.
 */
export function scoreOf(results: readonly Pick<CheckResult, 'verdict' | 'weight'>[]): number {
  const applicable = results.filter(({ verdict }) => verdict !== 'not applicable');
  const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);
  const possible = sum(applicable.map(({ weight }) => weight));
  const reached = sum(applicable.map(({ weight, verdict }) => weight * shares[verdict]));
  return possible === 0 ? 0 : Math.floor((100 * reached) / possible);
}

/** Formats a report for the output of `lectern check`. */
export function reportText({ module, folder, seed, score, checks }: Report): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.flatMap((one) => [headline(one, width), ...detailsOf(one)]);
  const count = (verdict: Verdict) => checks.filter((one) => one.verdict === verdict).length;
  const counts = (Object.keys(shares) as Verdict[]).map((verdict) => `${count(verdict)} ${verdict}`).join(', ');
  return [`${module} (${folder})`, '', ...lines, '', `Score ${score} of 100: ${counts}. Seed ${seed}.`].join('\n');
}

const marks: Readonly<Record<Verdict, string>> = {
  passed: 'passed',
  failed: 'FAILED',
  warned: 'warned',
  'not applicable': '-',
};

function headline({ name, verdict, about }: CheckResult, width: number): string {
  return `${marks[verdict].padEnd(6)}  ${name.padEnd(width)}  ${about}`;
}

const MAX_SHOWN = 10;

function detailsOf({ findings, notes }: CheckResult): string[] {
  const shown = findings
    .slice(0, MAX_SHOWN)
    .flatMap(({ verdict, file, message, fix }) => [
      `          ${verdict}: ${file}: ${message}`,
      `            fix: ${fix}`,
    ]);
  const rest = findings.length - MAX_SHOWN;
  const more = rest > 0 ? [`          and ${rest} more; --json has them all`] : [];
  return [...shown, ...more, ...notes.map((note) => `          ${note}`)];
}

import type { Check, Outcome } from './check.ts';

/** Overall result of one check. */
export type Verdict = 'passed' | 'failed' | 'warned' | 'not applicable';

export type CheckResult = ReturnType<typeof resultOf>;

export interface Report {
  readonly module: string;
  readonly folder: string;
  /** Seed of the random requests. */
  readonly seed: number;
  /** False if a check has failed, or the start of the module. */
  readonly passed: boolean;
  readonly checks: readonly CheckResult[];
}

/** Result of a check; the worst finding determines the verdict. */
export function resultOf({ name, about }: Check, { findings, notes = [], notApplicable }: Outcome) {
  const worst = findings.some(({ verdict }) => verdict === 'failed') ? 'failed' : 'warned';
  const verdict: Verdict = notApplicable !== undefined ? 'not applicable' : findings.length === 0 ? 'passed' : worst;
  return { name, about, verdict, findings, notes: notApplicable === undefined ? notes : [notApplicable] };
}

/** Formats a report for the output of `lectern check`. */
export function reportText({ module, folder, seed, checks }: Report): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.flatMap((one) => [
    `${marks[one.verdict].padEnd(6)}  ${one.name.padEnd(width)}  ${one.about}`,
    ...detailsOf(one),
  ]);
  const count = (verdict: Verdict) => checks.filter((one) => one.verdict === verdict).length;
  const counts = (Object.keys(marks) as Verdict[]).map((verdict) => `${count(verdict)} ${verdict}`).join(', ');
  return [`${module} (${folder})`, '', ...lines, '', `${counts}. Seed ${seed}.`].join('\n');
}

const marks: Readonly<Record<Verdict, string>> = {
  passed: 'passed',
  warned: 'warned',
  failed: 'FAILED',
  'not applicable': '-',
};

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

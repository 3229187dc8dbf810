import type { Diagnosis, DoctorFinding } from './finding.ts';

const heads = { problem: 'PROBLEM', warning: 'warning', note: 'note' } as const;
const levels = Object.keys(heads) as DoctorFinding['level'][];

export function countOf({ findings }: Diagnosis, level: DoctorFinding['level']): number {
  return findings.filter((finding) => finding.level === level).length;
}

/** A diagnosis as text: the worst first, the totals last. */
export function diagnosisText(diagnosis: Diagnosis): string {
  const sorted = levels.flatMap((level) => diagnosis.findings.filter((finding) => finding.level === level));
  return [
    ...sorted.map(findingText),
    ...diagnosis.skipped.map((what) => `not checked: ${what}`),
    `${counted(countOf(diagnosis, 'problem'), 'problem')}, ${counted(countOf(diagnosis, 'warning'), 'warning')}.`,
  ].join('\n');
}

function findingText({ level, topic, message, details = [], fix }: DoctorFinding): string {
  return [
    `${heads[level]}  ${topic}: ${message}`,
    ...details.map((detail) => `    ${detail}`),
    ...(fix === undefined ? [] : [`  -> ${fix}`]),
  ].join('\n');
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

import type { Kernel } from '../../hosting/internals.ts';

export interface DoctorFinding {
  /** A problem ends with exit code 1; a warning needs review; a note is information only. */
  readonly level: 'problem' | 'warning' | 'note';
  /** Subject of the finding, such as `database` or `plugin vip`. */
  readonly topic: string;
  readonly message: string;
  /** Affected items, one on each line. */
  readonly details?: readonly string[];
  readonly fix?: string;
}

export interface Diagnosis {
  readonly findings: readonly DoctorFinding[];
  /** Skipped checks, each with the reason. */
  readonly skipped: readonly string[];
}

/** Topic of findings about a module. For a plugin, the console adds a link to the page of the plugin. */
export function topicOf({ modules }: Kernel, name: string): string {
  const isPlugin = modules.some((module) => module.layer === 'plugins' && module.name === name);
  return `${isPlugin ? 'plugin' : 'module'} ${name}`;
}

export function problem(topic: string, message: string, fix?: string): DoctorFinding {
  return { level: 'problem', topic, message, ...(fix !== undefined && { fix }) };
}

export function warning(topic: string, message: string, fix?: string): DoctorFinding {
  return { level: 'warning', topic, message, ...(fix !== undefined && { fix }) };
}

export function note(topic: string, message: string, details: readonly string[] = []): DoctorFinding {
  return { level: 'note', topic, message, ...(details.length > 0 && { details }) };
}

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

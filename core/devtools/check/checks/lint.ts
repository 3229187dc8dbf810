import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { failed, notApplicable, warned, type Check, type CheckFinding } from '../check.ts';
import { notInstalled, programIn, run } from '../installed_program.ts';
import type { Subject } from '../subject.ts';

const PROGRAM = 'oxlint';
const files = ['.oxlintrc.json', '.oxlintrc.jsonc', 'oxlint.config.ts', 'oxlint.config.mts'];

/** Check: oxlint accepts the files of the module, by the configuration in its folder or the nearest folder above. */
export const lint: Check = {
  name: 'lint',
  about: 'oxlint accepts its files',
  weight: 5,
  run(subject) {
    const folder = realpathSync(subject.target.folder);
    const linter = programIn(subject.target.root, PROGRAM, 'bin/oxlint');
    if (linter === undefined) return notApplicable(notInstalled(PROGRAM));
    const place = configuredAbove(folder);
    if (place === undefined)
      return notApplicable(
        'not checked, because neither its folder nor a folder above has a configuration .oxlintrc.json; add one to the module',
      );
    const { stdout, stderr } = run(linter, ['--format', 'json', '--no-error-on-unmatched-pattern', folder], place);
    const findings = reportOf(stdout, stderr).diagnostics.map((one) =>
      findingOf(one, resolve(place, one.filename), subject),
    );
    return { findings };
  },
};

function configuredAbove(folder: string): string | undefined {
  if (files.some((file) => existsSync(join(folder, file)))) return folder;
  return dirname(folder) === folder ? undefined : configuredAbove(dirname(folder));
}

/** Report of oxlint, as far as the check reads it. */
interface LintReport {
  readonly diagnostics: readonly Diagnostic[];
}
interface Diagnostic {
  readonly message: string;
  /** Rule with its plugin, such as `eslint(no-var)`; none for a file that cannot be parsed. */
  readonly code?: string;
  readonly severity: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

function findingOf({ message, code, severity, labels }: Diagnostic, file: string, subject: Subject): CheckFinding {
  const find = severity === 'error' ? failed : warned;
  const fix = code === undefined ? 'correct the file' : `follow the rule ${code}, or disable it here with a reason`;
  const place = subject.file(relative(realpathSync(subject.target.folder), file));
  return find(`${place}:${labels[0]?.span.line ?? 1}`, message, fix);
}

function reportOf(stdout: string, stderr: string): LintReport {
  try {
    return JSON.parse(stdout) as LintReport;
  } catch (error) {
    const output = stderr.trim() || stdout.trim().slice(0, 200) || 'no output';
    throw new Error(`oxlint failed without a report; correct its configuration: ${output}`, { cause: error });
  }
}

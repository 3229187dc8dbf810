import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { failed, notApplicable, warned, type Check, type Finding } from '../check.ts';
import { notInstalled, programIn, run } from '../installed_program.ts';
import type { Subject } from '../subject.ts';

const PROGRAM = 'eslint';
const files = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((ending) => `eslint.config.${ending}`);

interface Linted {
  readonly filePath: string;
  readonly messages: readonly {
    readonly ruleId: string | null;
    readonly severity: number;
    readonly line?: number;
    readonly message: string;
  }[];
}

/** Check: ESLint accepts the files of the module, by the nearest configuration of a folder above them. */
export const lint: Check = {
  name: 'lint',
  about: 'ESLint accepts its files',
  weight: 5,
  run(subject) {
    const { root, folder } = subject.target;
    const linter = programIn(root, PROGRAM, 'bin/eslint.js');
    if (linter === undefined) return notApplicable(notInstalled(PROGRAM));
    const place = configuredAbove(realpathSync(folder));
    if (place === undefined)
      return notApplicable('not checked, because no folder above it has an eslint.config.js; add one to the module');
    return { findings: linted(linter, place, subject) };
  },
};

function configuredAbove(folder: string): string | undefined {
  if (files.some((file) => existsSync(join(folder, file)))) return folder;
  return dirname(folder) === folder ? undefined : configuredAbove(dirname(folder));
}

/** @throws Error when the linter itself failed */
function linted(linter: string, place: string, subject: Subject): Finding[] {
  const folder = realpathSync(subject.target.folder);
  const { stdout, stderr } = run(linter, ['--format', 'json', '--no-error-on-unmatched-pattern', folder], place);
  return reportOf(stdout, stderr).flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, severity, line = 1, message }) => {
      const find = severity === 2 ? failed : warned;
      const fix = ruleId === null ? 'correct the file' : `follow the rule ${ruleId}, or disable it here with a reason`;
      return find(`${subject.file(relative(folder, filePath))}:${line}`, message, fix);
    }),
  );
}

function reportOf(stdout: string, stderr: string): readonly Linted[] {
  try {
    return JSON.parse(stdout) as readonly Linted[];
  } catch (error) {
    const output = stderr.trim() || stdout.slice(0, 200) || 'no output';
    throw new Error(`ESLint failed without a report: ${output}`, { cause: error });
  }
}

import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { failed, notApplicable, warned, type Check, type CheckFinding } from '../check.ts';
import { lecternFolder, notInstalled, programIn, run } from '../installed_program.ts';
import { askSources } from '../sources/ask.ts';
import type { Linted } from '../sources/findings.ts';
import type { Subject } from '../subject.ts';

const PROGRAM = 'eslint';
const files = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((ending) => `eslint.config.${ending}`);

/** Check: ESLint accepts the files of the module, by the configuration in its folder or the nearest folder above. */
export const lint: Check = {
  name: 'lint',
  about: 'ESLint accepts its files',
  weight: 5,
  async run(subject) {
    const { root, folder } = subject.target;
    const linter = programIn(root, PROGRAM, 'bin/eslint.js');
    if (linter === undefined) return notApplicable(notInstalled(PROGRAM));
    const place = configuredAbove(realpathSync(folder));
    if (place === undefined)
      return notApplicable(
        'not checked, because neither its folder nor a folder above has an eslint.config.js; add one to the module',
      );
    const isStandard = place === realpathSync(lecternFolder);
    const linted = (isStandard && (await askSources(subject.target, 'linter'))) || lintedApart(linter, place, subject);
    return { findings: findingsIn(linted, subject) };
  },
};

function configuredAbove(folder: string): string | undefined {
  if (files.some((file) => existsSync(join(folder, file)))) return folder;
  return dirname(folder) === folder ? undefined : configuredAbove(dirname(folder));
}

/** Runs ESLint in a separate process, with the configuration in `place`. @throws Error when ESLint prints no report */
function lintedApart(linter: string, place: string, { target }: Subject): readonly Linted[] {
  const folder = realpathSync(target.folder);
  const { stdout, stderr } = run(linter, ['--format', 'json', '--no-error-on-unmatched-pattern', folder], place);
  return reportOf(stdout, stderr);
}

function findingsIn(linted: readonly Linted[], subject: Subject): CheckFinding[] {
  const folder = realpathSync(subject.target.folder);
  return linted.flatMap(({ filePath, messages }) =>
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
    throw new Error(`ESLint failed without a report; correct its configuration: ${output}`, { cause: error });
  }
}

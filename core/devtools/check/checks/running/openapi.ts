import { dirname } from 'node:path';
import { failed, notApplicable, ofRunning, warned, type Check, type CheckFinding } from '../../check.ts';
import { notInstalled, programIn, run, withJsonFile } from '../../installed_program.ts';

const LINTER = '@redocly/cli';

interface Problem {
  readonly ruleId: string;
  readonly severity: 'error' | 'warn';
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

export const openapi: Check = {
  name: 'openapi',
  about: 'the OpenAPI document of the installation with the module is valid, by the recommended rules of Redocly',
  run: ofRunning(async (atWork, subject) => {
    const linter = programIn(subject.target.root, LINTER, 'bin/cli.js');
    if (linter === undefined) return notApplicable(notInstalled(LINTER));
    const problems = await problemsIn(linter, atWork.contract.document);
    return { findings: problems.map((problem) => findingOf(problem, subject.file())) };
  }),
};

/** @throws Error when the linter prints no report */
async function problemsIn(linter: string, document: object): Promise<readonly Problem[]> {
  const { stdout, stderr } = await withJsonFile(document, (file) =>
    run(
      linter,
      ['lint', file, '--extends', 'recommended', '--format', 'json', '--max-problems', '1000'],
      dirname(file),
    ),
  );
  try {
    return (JSON.parse(stdout) as { problems: readonly Problem[] }).problems;
  } catch (error) {
    const output = stderr.trim() || stdout.slice(0, 200) || 'no output';
    throw new Error(
      `${LINTER} failed without a report; look at its output, and install it again if it is damaged: ${output}`,
      { cause: error },
    );
  }
}

function findingOf({ ruleId, severity, message, location: [place] }: Problem, file: string): CheckFinding {
  const where = decodeURIComponent((place?.pointer ?? '').replace(/^#\//, ''))
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  const find = severity === 'error' ? failed : warned;
  return find(file, `${ruleId}: ${message} (${where})`, 'change the declaration of this part of the OpenAPI document');
}

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { failed, notApplicable, ofRunning, warned, type Check, type Finding } from '../check.ts';
import type { Tree } from '../requests/valid_values.ts';

const LINTER = '@redocly/cli';

interface Problem {
  readonly ruleId: string;
  readonly severity: 'error' | 'warn';
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

/** Check: the linter of Redocly accepts the OpenAPI document of the installation with the module. */
export const openapi: Check = {
  name: 'openapi',
  about: 'the OpenAPI document of the installation with the module is valid, by the recommended rules of Redocly',
  weight: 5,
  run: ofRunning((atWork, subject) => {
    const linter = linterIn(subject.target.root);
    if (linter === undefined) {
      return notApplicable(`${LINTER} is not installed; add it with: npm install --save-dev ${LINTER}`);
    }
    const problems = problemsIn(linter, atWork.contract.document);
    return { findings: problems.map((problem) => findingOf(problem, subject.file())) };
  }),
};

function linterIn(root: string): string | undefined {
  for (const place of [join(root, 'package.json'), import.meta.url]) {
    try {
      return join(dirname(createRequire(place).resolve(`${LINTER}/package.json`)), 'bin/cli.js');
    } catch {
      continue;
    }
  }
  return undefined;
}

function problemsIn(linter: string, document: Tree): readonly Problem[] {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-check-'));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  try {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const given = [linter, 'lint', file, '--extends', 'recommended', '--format', 'json', '--max-problems', '1000'];
    const { stdout, stderr } = spawnSync(process.execPath, given, {
      cwd: folder,
      env,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    return problemsOf(stdout, stderr);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @throws Error when the linter itself failed */
function problemsOf(stdout: string, stderr: string): readonly Problem[] {
  try {
    return (JSON.parse(stdout) as { problems: readonly Problem[] }).problems;
  } catch (error) {
    const output = stderr.trim() || stdout.slice(0, 200) || 'no output';
    throw new Error(`${LINTER} failed without a report: ${output}`, { cause: error });
  }
}

function findingOf({ ruleId, severity, message, location: [place] }: Problem, file: string): Finding {
  const where = decodeURIComponent((place?.pointer ?? '').replace(/^#\//, ''))
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  const find = severity === 'error' ? failed : warned;
  return find(file, `${ruleId}: ${message} (${where})`, 'change the declaration of this part of the OpenAPI document');
}

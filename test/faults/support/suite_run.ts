import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../support/platform.ts';

interface Told {
  readonly fullTitle: string;
  readonly err?: { readonly message?: string };
}

/** Results of tests of the project. */
export interface SuiteRun {
  readonly passed: readonly string[];
  /** Titles with their reasons. */
  readonly failed: readonly string[];
  readonly milliseconds: number;
}

/**
 * Runs test files of the project in a separate process, with separate databases on a server.
 * @param files paths relative to the root, or patterns
 * @param url URL of a database on the server
 */
export async function runSuite(files: readonly string[], url: string): Promise<SuiteRun> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-suite-'));
  const output = join(folder, 'outcome.json');
  const mocha = [
    'node_modules/mocha/bin/mocha.js',
    '--no-config',
    '--extension',
    'ts',
    '--exit',
    '--timeout',
    '120000',
  ];
  const how = ['--require', './test/support/import_tests.mjs', '--reporter', 'json', '--reporter-option'];
  const args = ['--import', './core/hosting/loader/from_source.mjs', ...mocha, ...how, `output=${output}`, ...files];
  const begun = performance.now();
  try {
    const child = spawn(process.execPath, args, { cwd: projectRoot, env: surroundings(url), stdio: 'ignore' });
    await once(child, 'exit');
    const told = JSON.parse(readFileSync(output, 'utf8')) as { passes: Told[]; failures: Told[] };
    return {
      passed: told.passes.map(({ fullTitle }) => fullTitle),
      failed: told.failures.map(({ fullTitle, err }) => `${fullTitle}: ${err?.message ?? ''}`),
      milliseconds: performance.now() - begun,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function surroundings(url: string): NodeJS.ProcessEnv {
  const others = /^(LECTERN_|DATABASE_|DATA_|REDIS_URL|TEST_|NODE_ENV|MOCHA_|CONFIG_FILE|PORT$|HOST$)/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !others.test(name)));
  return { ...env, TEST_DATABASE_URL: url };
}

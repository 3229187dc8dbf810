import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { developmentPackage, type BootOptions, FLAG_OF_SHORT_PROCESS } from '../../cli/index.ts';
import { findTests } from './find_tests.ts';

/** Selection of tests, and format of the report. */
export interface TestOptions {
  readonly grep?: string;
  readonly json?: boolean;
}

const TIMEOUT_MS = 60_000;
// Both files are in the folder of the kernel that runs this command, in the sources or compiled.
const loader = new URL('../../hosting/loader/from_source.mjs', import.meta.url).href;
const importTests = fileURLToPath(new URL('../../testing/import_tests.mjs', import.meta.url));

/**
 * Runs tests in a separate process, with mocha.
 * @returns 0 when all have passed, 1 when not
 * @throws Error when a module does not exist or has no tests, or mocha is missing and cannot be installed
 */
export async function runTests(
  { root, env }: Pick<BootOptions, 'root' | 'env'>,
  modules: readonly string[],
  options: TestOptions,
): Promise<number> {
  const tests = modules.flatMap((named) => findTests(root, named));
  const flags = ['--no-config', '--timeout', String(TIMEOUT_MS), '--exit', '--fail-zero'];
  const chosen = [...(options.grep === undefined ? [] : ['--grep', options.grep])];
  const shown = options.json === true ? ['--reporter', 'json'] : [];
  const mocha = join(dirname(developmentPackage('mocha/package.json')), 'bin/mocha.js');
  const flagsOfNode = [...process.execArgv, FLAG_OF_SHORT_PROCESS, '--import', loader];
  const args = [...flagsOfNode, mocha, ...flags, ...chosen, ...shown, importTests];
  // The test kit starts the installation in LECTERN_ROOT, on databases of its own.
  const variables = { ...env, LECTERN_ROOT: root, NODE_ENV: 'test', LECTERN_TEST_FILES: JSON.stringify(tests) };
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: variables });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0 ? 0 : 1;
}

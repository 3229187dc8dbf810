import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { BootOptions } from '../../cli/index.ts';
import { run } from './npm.ts';

const program = dirname(createRequire(import.meta.url).resolve('lectern/package.json'));
const TIMEOUT_MS = 180_000;

/**
 * Runs `lectern plan` in a separate process: the command starts the code of the plugin, on a database in memory.
 * @param args a folder, or `--without` and a name
 */
export async function runPlan({ root, env }: Pick<BootOptions, 'root' | 'env'>, ...args: readonly string[]) {
  const options = process.execArgv.filter((option) => !option.startsWith('--inspect'));
  const main = import.meta.url.endsWith('.js') ? 'dist/core/cli/main.js' : 'core/cli/main.ts';
  const command = [...options, main, '--root', root, 'plan', ...args];
  const { code, out, problem } = await run(process.execPath, command, { cwd: program, env, timeout: TIMEOUT_MS });
  const breaks = code === 1 && out !== '';
  const isReady = code === 0 || breaks;
  return { isReady, breaks, text: isReady ? out : problem || `lectern plan ended with the code ${code}.` };
}

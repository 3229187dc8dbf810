import { execFile, type ExecFileOptions } from 'node:child_process';
import { packageFolder } from '../../hosting/internals.ts';
import type { BootOptions } from '../../cli/index.ts';

export interface NpmPlace {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Options of every run: no scripts of packages, and two attempts to reach the registry. */
const always =
  '--ignore-scripts --no-audit --no-fund --loglevel=error --fetch-retries=1 --fetch-retry-mintimeout=500'.split(' ');

/** Runs npm. @returns its standard output @throws Error with one line for its failure */
export async function npm(place: NpmPlace, ...args: readonly string[]): Promise<string> {
  const running = place.env['npm_execpath'] ?? '';
  const first = /npm-cli\.c?js$/.test(running) ? [process.execPath, running] : ['npm'];
  const { code, out, problem } = await run([...first, ...args, ...always], place);
  if (code === 0) return out;
  throw new Error(reasonIn(problem) || `npm ${args[0]} has failed: ${problem}`);
}

const reasons: readonly (readonly [codes: RegExp, reason: string])[] = [
  [
    /^(ECONN\w+|ENOTFOUND|EAI_AGAIN|\w*TIMEOUT|ETIMEDOUT|E5\d\d)$/,
    'The registry cannot be reached; check the network, and "registry" in .npmrc',
  ],
  [/^E404$/, 'The registry has no such package; check the name'],
  [/^ETARGET$/, 'The package has no such version; list them with: npm view <package> versions'],
  [/^EINTEGRITY$/, 'The archive differs from the integrity that the registry or the lock file names; do not use it'],
  [/^(TAR|Z)_/, 'This is no package archive; make it with npm pack'],
  [/^ERESOLVE$/, 'A peer dependency of the package conflicts with the installation'],
];

/** One line for an error of npm. */
function reasonIn(text: string): string {
  const lines = text.split('\n').flatMap((line) => /^npm (?:error|ERR!) (.*)$/.exec(line)?.[1] ?? []);
  const code = lines.flatMap((line) => /^code (\S+)$/.exec(line)?.[1] ?? [])[0] ?? '';
  const [detail = ''] = lines.filter((line) => !/^(code|syscall|errno|path|A complete log)\b/.test(line));
  const known = reasons.find(([codes]) => codes.test(code))?.[1];
  return known === undefined ? detail : `${known}: ${code}, ${detail}`;
}

/**
 * Runs `lectern plan` for a folder in a separate process: the command starts the code of the plugin, on a database in
 * memory.
 */
export async function runPlan({ root, env }: Pick<BootOptions, 'root' | 'env'>, folder: string) {
  const options = process.execArgv.filter((option) => !option.startsWith('--inspect'));
  const main = import.meta.url.endsWith('.js') ? 'dist/core/cli/main.js' : 'core/cli/main.ts';
  const command = [process.execPath, ...options, main, '--root', root, 'plan', folder];
  const { code, out, problem } = await run(command, { cwd: packageFolder, env, timeout: 180_000 });
  const breaks = code === 1 && out !== '';
  const isReady = code === 0 || breaks;
  return { isReady, breaks, text: isReady ? out : problem };
}

function run([program = '', ...args]: readonly string[], options: ExecFileOptions) {
  return new Promise<{ code: unknown; out: string; problem: string }>((resolve) => {
    execFile(program, args, { ...options, encoding: 'utf8', maxBuffer: Infinity }, (error, out, problem) => {
      resolve({ code: error ? error.code : 0, out, problem: problem || (error?.message ?? '') });
    });
  });
}

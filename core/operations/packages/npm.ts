import { spawn, type SpawnOptions } from 'node:child_process';

export interface NpmPlace {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Registry, in place of the one of npm's configuration. */
  readonly registry?: string | undefined;
}

/** Options of every run: no scripts of packages, and two attempts to reach the registry. */
const always = ['--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1', '--fetch-retry-mintimeout=500'];

/** Runs npm. @returns its standard output @throws Error with one line for its failure */
export async function npm(place: NpmPlace, ...args: readonly string[]): Promise<string> {
  const { code, out, problem } = await runNpm(place, args);
  if (code === 0) return out;
  throw new Error(reasonIn(problem, place.registry) || `npm ${args[0]} ended with the code ${code}.`);
}

async function runNpm({ cwd, env, registry }: NpmPlace, args: readonly string[]) {
  const options = [...args, ...always, ...(registry === undefined ? [] : [`--registry=${registry}`])];
  const running = env['npm_execpath'] ?? '';
  const isFile = /npm-cli\.c?js$/.test(running);
  return isFile ? run(process.execPath, [running, ...options], { cwd, env }) : run('npm', options, { cwd, env });
}

/** Runs a program to its end. */
export function run(program: string, args: readonly string[], place: Pick<SpawnOptions, 'cwd' | 'env' | 'timeout'>) {
  const child = spawn(program, args, { ...place, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { out: '', problem: '' };
  child.stdout.on('data', (piece: Buffer) => (texts.out += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (texts.problem += piece.toString()));
  return new Promise<{ code: number | null; out: string; problem: string }>((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${program} cannot be started: ${error.message}`)));
    child.once('close', (code) => resolve({ code, ...texts }));
  });
}

const away = 'the registry cannot be reached; check the network, or name another one with --registry';
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: away,
  ECONNRESET: away,
  ENOTFOUND: away,
  EAI_AGAIN: away,
  ETIMEDOUT: away,
  ERR_SOCKET_TIMEOUT: away,
  E404: 'the registry has no such package; check the name',
  ETARGET: 'the package has no such version; list them with: npm view <package> versions',
  EINTEGRITY: 'the archive differs from the integrity that the registry or the lock file names; do not use it',
  TAR_BAD_ARCHIVE: 'this is no package archive',
  ERESOLVE: 'a peer dependency of the package conflicts with the installation',
};

/** One line for an error of npm. */
function reasonIn(text: string, registry = ''): string {
  const lines = text.split('\n').flatMap((line) => /^npm (?:error|ERR!) (.*)$/.exec(line)?.[1] ?? []);
  const code = lines.flatMap((line) => /^code (\S+)$/.exec(line)?.[1] ?? [])[0] ?? '';
  const [detail = ''] = lines.filter((line) => !/^(code|syscall|errno|path|A complete log)\b/.test(line));
  const known = reasons[code] ?? (/^E5\d\d$/.test(code) ? away : undefined);
  const where = known === away && registry ? ` (${registry})` : '';
  return known === undefined ? detail : `${known[0]?.toUpperCase()}${known.slice(1)}${where}: ${code}, ${detail}`;
}

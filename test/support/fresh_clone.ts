import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from './platform.ts';

/** Exit code and output of a command, including error output. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** A clone of the working tree in a folder with a space in its path, with the packages of an earlier installation. */
export class FreshClone {
  readonly root: string;
  readonly #place = mkdtempSync(join(tmpdir(), 'lectern clone '));
  readonly #env: Readonly<Record<string, string>>;

  constructor() {
    this.root = join(this.#place, 'lectern');
    git('clone', '--quiet', projectRoot, this.root);
    for (const path of uncommitted()) this.#take(path);
    symlinkSync(join(projectRoot, 'node_modules'), join(this.root, 'node_modules'), 'junction');
    // The environment of the caller must not influence the commands, and npm must not use the network.
    const npm = { npm_config_offline: 'true', npm_config_update_notifier: 'false' };
    this.#env = { PATH: process.env['PATH'] ?? '', HOME: this.#place, LOG_LEVEL: 'info', ...npm };
  }

  /** Runs a shell script in the folder of the clone. @returns exit code and output */
  async run(script: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    return new Promise((resolve) => {
      const options = { cwd: this.root, env: { ...this.#env, ...env }, maxBuffer: 10_000_000 };
      const child = execFile('bash', ['-c', `{ ${script}\n} 2>&1`], options, (_error, output) =>
        resolve({ code: child.exitCode, output }),
      );
    });
  }

  /** Starts a long-running command in a separate process group. */
  start(command: string, env: Readonly<Record<string, string>>): ChildProcess {
    const options = { cwd: this.root, env: { ...this.#env, ...env }, detached: true };
    return spawn('bash', ['-c', `exec ${command} 2>&1`], { ...options, stdio: ['ignore', 'pipe', 'ignore'] });
  }

  clear(): void {
    rmSync(this.#place, { recursive: true, force: true });
  }

  #take(path: string): void {
    const [source, target] = [join(projectRoot, path), join(this.root, path)];
    rmSync(target, { force: true });
    if (!existsSync(source)) return;
    mkdirSync(dirname(target), { recursive: true });
    cpSync(source, target);
  }
}

/** Returns the paths of uncommitted changes in the working tree. */
function uncommitted(): string[] {
  const changed = git('diff', '--name-only', '--no-renames', '-z', 'HEAD');
  const added = git('ls-files', '--others', '--exclude-standard', '-z');
  return `${changed}${added}`.split('\0').filter((path) => path !== '');
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' });
}

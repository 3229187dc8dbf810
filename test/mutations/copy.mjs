import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { planted } from './planted.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const LIMIT_MS = 300_000;
const KEPT_OUTPUT = 4_000;

/**
 * Outcome of a run of tests: its end, its duration, and the name of the first failed test.
 * @typedef {{ ended: 'passed' | 'failed' | 'hung', seconds: number, by: string }} Outcome
 */

/** A private copy of the project, in which files can be changed. */
export class Copy {
  #root = mkdtempSync(join(tmpdir(), 'lectern-mutations-'));
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;

  constructor() {
    for (const file of projectFiles()) {
      mkdirSync(dirname(this.#at(file)), { recursive: true });
      cpSync(join(root, file), this.#at(file), { preserveTimestamps: true, verbatimSymlinks: true });
    }
    symlinkSync(join(root, 'node_modules'), this.#at('node_modules'), 'dir');
    for (const made of ['dist', '.cache'])
      if (existsSync(join(root, made)))
        cpSync(join(root, made), this.#at(made), { recursive: true, preserveTimestamps: true });
  }

  /**
   * Applies a fault.
   * @param {import('./planted.mjs').Fault} fault
   * @returns a function that restores the file
   * @throws Error when `find` does not occur exactly once in the file
   */
  plant(fault) {
    const path = this.#at(fault.file);
    const original = existsSync(path) ? readFileSync(path, 'utf8') : '';
    writeFileSync(path, planted(fault, original));
    return () => writeFileSync(path, original);
  }

  /**
   * Runs the tests of some parts until the first failure.
   * @param {string} ring @param {readonly string[]} parts
   * @returns {Promise<Outcome>}
   */
  async run(ring, parts) {
    const started = performance.now();
    const report = this.#at('.cache/first_failure.txt');
    rmSync(report, { force: true });
    // The other rings start the built program.
    const build = ring === 'behaviour' ? undefined : await this.#node(['core/cli/prepare.mjs', 'develop'], {});
    const reporter = ['--reporter', './test/mutations/first_failure.mjs'];
    const options = ['--bail', '--jobs', '1', ...reporter];
    const run =
      build?.ended === 'failed'
        ? build
        : await this.#node(['test/run.mjs', ring, ...parts, ...options], { FIRST_FAILURE_FILE: report });
    const seconds = (performance.now() - started) / 1000;
    const by = existsSync(report) ? readFileSync(report, 'utf8') : lastLines(run.output);
    return { ended: run.ended, seconds, by: run.ended === 'passed' ? '' : by };
  }

  remove() {
    this.#end();
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 5 });
  }

  /**
   * @param {readonly string[]} args @param {Record<string, string>} env
   * @returns {Promise<Pick<Outcome, 'ended'> & { output: string }>}
   */
  async #node(args, env) {
    // In a separate process group, so that processes of the tests end with a hanging run.
    const child = spawn(process.execPath, args, { cwd: this.#root, env: { ...process.env, ...env }, detached: true });
    child.stdin.end();
    this.#child = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => (output = (output + String(data)).slice(-KEPT_OUTPUT)));
    let isHung = false;
    const limit = setTimeout(() => {
      isHung = true;
      this.#end();
    }, LIMIT_MS);
    const [code] = await once(child, 'exit');
    clearTimeout(limit);
    return { ended: isHung ? 'hung' : code === 0 ? 'passed' : 'failed', output };
  }

  #end() {
    const { pid, exitCode, signalCode } = this.#child ?? {};
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
  }

  /** @param {string} file */
  #at(file) {
    return join(this.#root, file);
  }
}

/** Returns the tracked files, and new files that are not ignored. */
function projectFiles() {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout, status, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`git ls-files failed: ${stderr.trim()}. Run this in a clone of the project.`);
  return [...new Set(stdout.split('\0'))].filter((file) => file && existsSync(join(root, file)));
}

/** @param {string} output */
function lastLines(output) {
  const lines = output.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).slice(-3).join(' | ').slice(-200);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ServerProcess } from '../../faults/support/server_process.ts';
import { until } from '../../faults/support/until.ts';
import type { Printed } from '../../support/command.ts';
import { shortLived } from '../../support/engine_flags.mjs';
import { projectRoot } from '../../support/platform.ts';

const TIMEOUT_MS = 60_000;
const program = join(projectRoot, 'dist/core/cli/main.js');
const { PATH } = process.env;
const harmless = { PATH, NODE_ENV: 'test', LOG_LEVEL: 'info', DATA_DIR: 'memory', PORT: '0' };

/** `lectern` as built, in a process of its own, for as long as it serves. */
export class BuiltProgram extends ServerProcess {
  /** Program that runs `lectern`, with its own arguments. */
  static readonly runner: readonly [string, ...string[]] = [process.execPath, ...shortLived, program];

  constructor(root: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const [file, ...own] = new.target.runner;
    super({
      file,
      args: [...own, '--root', root, ...args],
      env: { ...harmless, ...env },
      cwd: projectRoot,
    });
  }

  /** Waits until the output has `times` matches. @returns the first group of the last match */
  async prints(pattern: RegExp, times = 1): Promise<string> {
    let found: RegExpExecArray[] = [];
    const look = () => {
      found = [...this.output.matchAll(new RegExp(pattern, 'g'))];
      if (found.length >= times) return;
      this.assertAlive();
      throw new Error(`It did not print ${String(pattern)} ${times} times; it printed ${this.output}`);
    };
    await until(look, { timeout: TIMEOUT_MS });
    return found.at(-1)?.[1] ?? '';
  }

  /** Log lines of the program so far. */
  get lines(): Record<string, unknown>[] {
    const texts = this.output.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'));
    return texts.map((line) => JSON.parse(line) as Record<string, unknown>);
  }
}

/** The built `lectern`, run by npx. */
export class NpxProgram extends BuiltProgram {
  static override readonly runner = ['npx', 'lectern'] as const;
}

/** Runs `lectern` as built to its end. */
export async function runBuilt(root: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Printed> {
  const child = spawn(process.execPath, [...shortLived, program, '--root', root, ...args], {
    cwd: projectRoot,
    env: { ...harmless, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number, out, err };
}

import { spawn } from 'node:child_process';
import { shortLived } from '../../support/engine_flags.mjs';
import { projectRoot } from '../../support/platform.ts';

/** How a command ended, and what it printed. */
export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command of the built program in a process of its own. */
export function runBuilt(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  const child = spawn(process.execPath, [...shortLived, 'dist/core/cli/main.js', ...args], {
    cwd: projectRoot,
    env: { ...process.env, ...env },
  });
  const printed = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (printed.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed.err += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...printed })));
}

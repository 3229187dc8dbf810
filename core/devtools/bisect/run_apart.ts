import { fork } from 'node:child_process';
import { extname } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { FLAG_OF_SHORT_PROCESS } from '../../cli/index.ts';
import type { Job, Run } from './run.ts';

const TIMEOUT_MS = 120_000;
// The file has the ending `.ts` in the sources and `.js` when compiled, like this file.
const program = fileURLToPath(new URL(`./run_here${extname(import.meta.url)}`, import.meta.url));

/** Runs a job in its own process, so that runs do not affect one another. Kills the process after two minutes. */
export async function runApart(job: Job, env: NodeJS.ProcessEnv): Promise<Run> {
  // Standard output is ignored, because output of plugins would mix with the report.
  const execArgv = [...process.execArgv, FLAG_OF_SHORT_PROCESS];
  const child = fork(program, { cwd: job.root, env, execArgv, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const printed = text(child.stderr as NonNullable<typeof child.stderr>);
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  let run: Run | undefined;
  child.on('message', (message) => {
    run = message as Run;
    child.kill('SIGKILL');
  });
  child.send(job);
  const ended = await new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      resolve(code === null ? String(signal) : `code ${code}`);
    });
  });
  clearTimeout(timer);
  return run ?? { kind: 'not answered', reason: `the process ended (${ended}): ${lastLines(await printed)}` };
}

function lastLines(printed: string): string {
  const lines = printed.trim().split('\n');
  return lines.find((line) => /Error: /.test(line)) ?? lines.at(-1) ?? '';
}

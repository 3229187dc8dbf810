import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shown, type CheckTarget } from '../target.ts';
import type { Answer, CompilerFindings, LinterFindings, Question } from './findings.ts';

// The file has the ending `.ts` in the sources and `.js` when compiled, like this file.
const file = fileURLToPath(new URL(`./read_here${extname(import.meta.url)}`, import.meta.url));

const readers = new WeakMap<CheckTarget, ChildProcess>();

/**
 * Asks the process that reads the sources of a module, and starts the process for the first question. The process reads
 * the sources once for compiler and linter, without the loader hooks of the kernel.
 * @throws Error when compiler or linter cannot run, or the process ends
 */
export async function askSources(target: CheckTarget, program: 'compiler'): Promise<CompilerFindings>;
export async function askSources(target: CheckTarget, program: 'linter'): Promise<LinterFindings>;
export async function askSources(
  target: CheckTarget,
  program: Question['program'],
): Promise<CompilerFindings | LinterFindings> {
  const reader = readerOf(target);
  hold(reader, true);
  reader.send({ program, target } satisfies Question);
  const reason = `The ${program} did not check ${shown(target)}: its process ended; see its output above, and run the check again.`;
  const ended = once(reader, 'exit').then(() => ({ reason }));
  const answer = await Promise.race([once(reader, 'message').then(([message]) => message as Answer), ended]);
  hold(reader, false);
  if ('findings' in answer) return answer.findings;
  throw new Error(answer.reason);
}

function readerOf(target: CheckTarget): ChildProcess {
  // The reader prints to standard error: standard output is reserved for the report.
  const reader = readers.get(target) ?? fork(file, { stdio: ['ignore', 2, 2, 'ipc'] });
  readers.set(target, reader);
  return reader;
}

/** Makes the reader keep this process alive only during a question. The reader ends with this process. */
function hold(reader: ChildProcess, isAsked: boolean): void {
  for (const handle of [reader, reader.channel]) handle?.[isAsked ? 'ref' : 'unref']();
}

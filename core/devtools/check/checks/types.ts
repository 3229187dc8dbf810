import { fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failed, notApplicable, type Check, type CheckFinding } from '../check.ts';
import { notInstalled } from '../installed_program.ts';
import type { CompilerFinding, Answer, CompilerFindings } from '../sources/findings.ts';
import type { Subject } from '../subject.ts';
import { shown, type CheckTarget } from '../target.ts';

/**
 * Check: the TypeScript compiler accepts the files of the module, with its tsconfig.json or the settings of Lectern.
 */
export const types: Check = {
  name: 'types',
  about: 'the TypeScript compiler accepts its files',
  weight: 5,
  async run(subject) {
    const findings = await askCompiler(subject.target);
    if (findings === null) return notApplicable(notInstalled('typescript'));
    if (!findings.hasFiles) return notApplicable('it has no TypeScript files');
    return { findings: findings.found.map((one) => findingOf(one, subject)) };
  },
};

function findingOf({ file, line, message }: CompilerFinding, subject: Subject): CheckFinding {
  return failed(file === undefined ? subject.file() : `${subject.file(file)}:${line}`, message, 'correct the types');
}

// The file has the ending `.ts` in the sources and `.js` when compiled, like this file.
const file = fileURLToPath(new URL(`../sources/compile_here${extname(import.meta.url)}`, import.meta.url));

/**
 * Compiles the sources of a module in a separate process, without the loader hooks of the kernel.
 * @throws Error when the compiler cannot run, or the process ends
 */
async function askCompiler(target: CheckTarget): Promise<CompilerFindings> {
  // The process prints to standard error: standard output is reserved for the report.
  const compiling = fork(file, { stdio: ['ignore', 2, 2, 'ipc'] });
  compiling.send(target);
  const reason = `The compiler did not check ${shown(target)}: its process ended; see its output above, and run the check again.`;
  // The channel disconnects after its last message; the process may exit before that message is read.
  const ended = once(compiling, 'disconnect').then(() => ({ reason }));
  const answer = await Promise.race([once(compiling, 'message').then(([message]) => message as Answer), ended]);
  if ('findings' in answer) return answer.findings;
  throw new Error(answer.reason);
}

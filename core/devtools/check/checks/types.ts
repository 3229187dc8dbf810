import { failed, notApplicable, type Check, type CheckFinding } from '../check.ts';
import { notInstalled } from '../installed_program.ts';
import { askCompiler } from '../sources/ask_compiler.ts';
import type { CompilerFinding } from '../sources/findings.ts';
import type { Subject } from '../subject.ts';

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

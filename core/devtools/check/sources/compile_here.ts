import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import type TypeScript from 'typescript';
import type { CheckTarget } from '../target.ts';
import { compile, type Compiled } from './compiled.ts';
import type { Answer, CompilerFinding, CompilerFindings } from './findings.ts';

// Entry point of the process that `askCompiler` starts. It ends after its answer.
process.once('message', (target) => process.send?.(answerTo(target as CheckTarget)));

function answerTo(target: CheckTarget): Answer {
  try {
    return { findings: findingsIn(compile(target), target) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Only the files of the module are checked, not the files that they import. */
function findingsIn(from: Compiled | undefined, { folder }: CheckTarget): CompilerFindings {
  if (from === undefined) return null;
  const { compiler, program, files } = from;
  const diagnostics = files.flatMap((name) => {
    const source = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  const place = realpathSync(folder);
  return { hasFiles: files.length > 0, found: diagnostics.map((one) => findingOf(compiler, one, place)) };
}

function findingOf(
  compiler: typeof TypeScript,
  { file, start = 0, code, messageText }: TypeScript.Diagnostic,
  folder: string,
): CompilerFinding {
  const message = `TS${code}: ${compiler.flattenDiagnosticMessageText(messageText, ' ')}`;
  if (!file) return { file: undefined, line: 0, message };
  return { file: relative(folder, file.fileName), line: file.getLineAndCharacterOfPosition(start).line + 1, message };
}

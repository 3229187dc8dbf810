import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import type ESLint from 'eslint';
import type TypeScript from 'typescript';
import { lecternFolder, programIn } from '../installed_program.ts';
import type { CheckTarget } from '../target.ts';
import { compile, type Compiled } from './compiled.ts';
import type { Answer, CompilerFinding, CompilerFindings, LinterFindings, Question } from './findings.ts';

let compiled: { readonly of: Compiled | undefined } | undefined;

// Entry point of the process that `askSources` starts.
process.on('message', (question) => {
  void answerTo(question as Question).then((answer) => process.send?.(answer));
});

async function answerTo({ program, target }: Question): Promise<Answer> {
  try {
    compiled ??= { of: compile(target) };
    return { findings: program === 'compiler' ? ofCompiler(compiled.of, target) : await ofLinter(compiled.of, target) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Only the files of the module are checked, not the files that they import. */
function ofCompiler(from: Compiled | undefined, { folder }: CheckTarget): CompilerFindings {
  if (from === undefined) return undefined;
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

/** Lints with the program of the compiler, because reading all files again takes long. */
async function ofLinter(from: Compiled | undefined, { folder }: CheckTarget): Promise<LinterFindings> {
  const file = programIn(lecternFolder, 'eslint', 'lib/api.js');
  if (file === undefined || !from?.isStandard || from.files.length === 0) return undefined;
  const { ESLint: Linter } = createRequire(import.meta.url)(file) as typeof ESLint;
  const parserOptions = { programs: [from.program] };
  const linter = new Linter({
    cwd: realpathSync(lecternFolder),
    errorOnUnmatchedPattern: false,
    overrideConfig: { files: ['**/*.ts', '**/*.mts'], languageOptions: { parserOptions } },
  });
  const linted = await linter.lintFiles([realpathSync(folder)]);
  return linted.map(({ filePath, messages }) => ({ filePath, messages }));
}

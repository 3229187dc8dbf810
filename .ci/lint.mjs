/**
 * Checks types and lints. Both use one program of the compiler, so that each file is read and checked once. Exits with 1
 * if a file has an error.
 *
 *     node .ci/lint.mjs
 */
import { ESLint } from 'eslint';
import { fileURLToPath } from 'node:url';
import process from 'node:process';
import ts from 'typescript';

const root = fileURLToPath(new URL('../', import.meta.url));
const programs = ['test/tsconfig.json', 'core/console/app/tsconfig.json'].map(programOf);
const found = ts.sortAndDeduplicateDiagnostics(programs.flatMap((program) => ts.getPreEmitDiagnostics(program)));
const shown = { getCurrentDirectory: () => root, getCanonicalFileName: (file) => file, getNewLine: () => '\n' };
process.stdout.write(ts.formatDiagnostics(found, shown));

const eslint = new ESLint({
  cwd: root,
  overrideConfig: { files: ['**/*.{ts,tsx}'], languageOptions: { parserOptions: { programs } } },
});
const results = await eslint.lintFiles(['.']);
const formatter = await eslint.loadFormatter('stylish');
process.stdout.write(await formatter.format(results));
if (found.length > 0 || results.some(({ errorCount }) => errorCount > 0)) process.exitCode = 1;

/** @param {string} file path of the settings @returns {ts.Program} */
function programOf(file) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: stop };
  const settings = ts.getParsedCommandLineOfConfigFile(
    root + file,
    { incremental: false, tsBuildInfoFile: undefined },
    host,
  );
  if (settings === undefined) throw new Error(`${file} cannot be read.`);
  return ts.createProgram({
    rootNames: settings.fileNames,
    options: settings.options,
    configFileParsingDiagnostics: settings.errors,
  });
}

/** @param {ts.Diagnostic} diagnostic */
function stop({ messageText }) {
  throw new Error(ts.flattenDiagnosticMessageText(messageText, ' '));
}

// Program of the check `types`: prints the messages of the TypeScript compiler about the files of a module, not about
// those that they import. Arguments: file of the compiler, tsconfig.json, folder of the module.
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { argv, stdout } from 'node:process';

const [, , file, settings, folder] = /** @type {[string, string, string, string, string]} */ (argv);
const compiler = /** @type {typeof import('typescript')} */ (createRequire(import.meta.url)(file));
const { sys } = compiler;

/** @type {import('typescript').Diagnostic[]} */
const found = [];
const parsed = compiler.getParsedCommandLineOfConfigFile(
  settings,
  { noEmit: true },
  { ...sys, onUnRecoverableConfigFileDiagnostic: (one) => found.push(one) },
);
if (parsed) {
  const program = compiler.createProgram(parsed.fileNames, parsed.options);
  found.push(...compiler.getConfigFileParsingDiagnostics(parsed));
  for (const name of parsed.fileNames.filter((one) => !relative(folder, one).startsWith('..'))) {
    const source = program.getSourceFile(name);
    found.push(...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source));
  }
}
const format = { getCanonicalFileName: String, getCurrentDirectory: () => folder, getNewLine: () => '\n' };
stdout.write(compiler.formatDiagnostics(found, format));

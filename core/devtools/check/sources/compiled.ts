import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import type TypeScript from 'typescript';
import { lecternFolder, programIn } from '../installed_program.ts';
import { shown, type CheckTarget } from '../target.ts';

const PACKAGE = 'typescript';
const FILE = 'lib/typescript.js';

/** Program of the compiler for a module: its files, and all files that they import. */
export interface Compiled {
  readonly compiler: typeof TypeScript;
  readonly program: TypeScript.Program;
  /** TypeScript files of the module. */
  readonly files: readonly string[];
}

/**
 * Reads the files of a module with the settings of its tsconfig.json, or else those of Lectern.
 * @returns undefined when no compiler is installed
 * @throws Error when tsconfig.json of the module is invalid
 */
export function compile(target: CheckTarget): Compiled | undefined {
  const { root, folder } = target;
  const file = programIn(root, PACKAGE, FILE);
  if (file === undefined) return undefined;
  const compiler = createRequire(import.meta.url)(file) as typeof TypeScript;
  const { fileNames, options } = settingsOf(compiler, target);
  const program = compiler.createProgram(fileNames, { ...options, noEmit: true });
  return { compiler, program, files: fileNames.filter((name) => isBelow(realpathSync(folder), name)) };
}

function isBelow(folder: string, file: string): boolean {
  return !relative(folder, file).startsWith('..');
}

function ownSettings({ folder }: CheckTarget): string {
  return join(folder, 'tsconfig.json');
}

function settingsOf(compiler: typeof TypeScript, target: CheckTarget): TypeScript.ParsedCommandLine {
  const own = ownSettings(target);
  const isOwn = existsSync(own);
  const { config, error } = (
    isOwn ? compiler.readConfigFile(own, (path) => readFileSync(path, 'utf8')) : { config: settingsFor(target) }
  ) as { config: unknown; error?: TypeScript.Diagnostic };
  const place = isOwn ? realpathSync(target.folder) : target.root;
  const settings = compiler.parseJsonConfigFileContent(config, compiler.sys, place);
  const [broken] = error ? [error] : settings.errors.filter(({ code }) => code !== NO_FILES);
  if (!broken) return settings;
  const reason = compiler.flattenDiagnosticMessageText(broken.messageText, ' ').replace(/\.$/, '');
  throw new Error(`The compiler did not check ${shown(target)}: ${reason}. Correct tsconfig.json.`);
}

/** Code of the compiler's error for settings that match no file; modules in plain JavaScript have none. */
const NO_FILES = 18003;

/** Compiler settings of Lectern for the checked folder; `paths` finds packages of Lectern from any folder. */
function settingsFor({ root, folder }: CheckTarget): object {
  const { exports } = JSON.parse(readFileSync(join(lecternFolder, 'package.json'), 'utf8')) as { exports: Exports };
  const entries = Object.entries(exports).flatMap(([name, { types: file }]) =>
    file === undefined ? [] : [[`lectern${name.slice(1)}`, [join(lecternFolder, file)]] as const],
  );
  const packages = join(lecternFolder, 'node_modules');
  return {
    extends: join(lecternFolder, 'tsconfig.json'),
    compilerOptions: {
      checkJs: false,
      incremental: false,
      typeRoots: [join(packages, '@types')],
      types: ['node', 'mocha'],
      paths: { ...Object.fromEntries(entries), '*': [join(packages, '@types/*'), join(packages, '*')] },
    },
    // Each services.ts declares the types of its services.
    include: [
      ...['ts', 'mts'].map((ending) => `${realpathSync(folder)}/**/*.${ending}`),
      ...[`${lecternFolder}/core/*/*/services.ts`, `${root}/plugins/*/services.ts`],
    ],
    exclude: ['**/node_modules', '**/fixtures'],
  };
}

type Exports = Readonly<Record<string, { readonly types?: string }>>;

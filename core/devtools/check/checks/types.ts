import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../../../hosting/internals.ts';
import { failed, notApplicable, type Check, type CheckFinding, type Outcome } from '../check.ts';
import { notInstalled, programIn, run, withJsonFile } from '../installed_program.ts';
import { shown, type CheckTarget } from '../target.ts';

const COMPILER = 'typescript';
const program = fileURLToPath(new URL('compile.mjs', import.meta.url));

/**
 * Check: the TypeScript compiler accepts the files of the module, with its tsconfig.json or the settings of Lectern.
 */
export const types: Check = {
  name: 'types',
  about: 'the TypeScript compiler accepts its files',
  run: ({ target }) => typesOf(target),
};

/** Checks the types of a module, without starting an installation. @throws Error when the compiler fails */
export async function typesOf(target: CheckTarget): Promise<Outcome> {
  const folder = realpathSync(target.folder);
  const compiler = programIn(target.root, COMPILER, 'lib/typescript.js');
  if (compiler === undefined) return notApplicable(notInstalled(COMPILER));
  if (!hasTypeScript(folder)) return notApplicable('it has no TypeScript files');
  const own = join(folder, 'tsconfig.json');
  const compile = (settings: string) => run(program, [compiler, settings, folder], folder);
  const { stdout, stderr } = await (existsSync(own) ? compile(own) : withJsonFile(settingsFor(target), compile));
  if (stderr !== '') throw new Error(`The compiler did not check ${shown(target)}: ${stderr.trim()}`);
  return { findings: findingsIn(stdout, target) };
}

function hasTypeScript(folder: string): boolean {
  const files = readdirSync(folder, { recursive: true }) as string[];
  return files.some((file) => /\.m?ts$/.test(file) && !file.includes('node_modules'));
}

/** Start of a message: file and position, unless it is about no file, code and text. Indented lines continue it. */
const start = /^(?:(?<file>\S.*?)\((?<line>\d+),\d+\): )?error (?<text>TS\d+: .*)$/;

function findingsIn(output: string, target: CheckTarget): CheckFinding[] {
  return output.split(/\r?\n(?=\S)/).flatMap((message) => {
    const { file, line, text } = start.exec(message.trim().replaceAll(/\s*\n\s*/g, ' '))?.groups ?? {};
    if (text === undefined) return [];
    const place = file === undefined ? shown(target) : `${shown(target, file)}:${line}`;
    return [failed(place, text, file === 'tsconfig.json' ? 'correct the settings' : 'correct the types')];
  });
}

/** Compiler settings of Lectern for the checked folder; `paths` finds packages of Lectern from any folder. */
function settingsFor({ root, folder }: CheckTarget): object {
  const { exports } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { exports: Exports };
  const entries = Object.entries(exports).flatMap(([name, { types: file }]) =>
    file === undefined ? [] : [[`lectern${name.slice(1)}`, [join(packageFolder, file)]] as const],
  );
  const packages = join(packageFolder, 'node_modules');
  return {
    extends: join(packageFolder, 'tsconfig.json'),
    compilerOptions: {
      checkJs: false,
      incremental: false,
      typeRoots: [join(packages, '@types'), join(root, 'node_modules/@types')],
      types: ['node', 'mocha'],
      paths: { ...Object.fromEntries(entries), '*': [join(packages, '@types/*'), join(packages, '*')] },
    },
    // Each services.ts declares the types of its services.
    include: [
      ...['ts', 'mts'].map((ending) => `${realpathSync(folder)}/**/*.${ending}`),
      ...[`${packageFolder}/core/*/*/services.ts`, `${root}/plugins/*/services.ts`],
    ],
    exclude: ['**/node_modules', '**/fixtures'],
  };
}

type Exports = Readonly<Record<string, { readonly types?: string }>>;

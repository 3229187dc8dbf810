import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { failed, notApplicable, type Check, type Finding } from '../check.ts';
import { lecternFolder, notInstalled, programIn, run } from '../installed_program.ts';
import type { Subject } from '../subject.ts';
import type { Target } from '../target.ts';

const PROGRAM = 'typescript';

/** Check: the TypeScript compiler accepts the files of the module, with the settings of Lectern or its own. */
export const types: Check = {
  name: 'types',
  about: 'the TypeScript compiler accepts its files',
  weight: 5,
  run(subject) {
    const { target } = subject;
    if (!hasTypeScript(target.folder)) return notApplicable('it has no TypeScript files');
    const compiler = programIn(target.root, PROGRAM, 'bin/tsc');
    if (compiler === undefined) return notApplicable(notInstalled(PROGRAM));
    const own = join(target.folder, 'tsconfig.json');
    return { findings: existsSync(own) ? compiled(compiler, own, subject) : withSettings(compiler, subject) };
  },
};

function hasTypeScript(folder: string): boolean {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return paths.some((path) => /\.m?ts$/.test(path) && !path.split(sep).includes('node_modules'));
}

/** Compiles the module with a temporary file of settings. */
function withSettings(compiler: string, subject: Subject): Finding[] {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-check-'));
  try {
    const file = join(folder, 'tsconfig.json');
    writeFileSync(file, JSON.stringify(settingsFor(subject.target)));
    return compiled(compiler, file, subject);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Settings of Lectern. The paths make its packages known to a folder anywhere. */
function settingsFor({ root, folder }: Target): object {
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
      tsBuildInfoFile: null,
      typeRoots: [join(packages, '@types')],
      types: ['node', 'mocha'],
      paths: { ...Object.fromEntries(entries), '*': [join(packages, '@types/*'), join(packages, '*')] },
    },
    // Each services.ts declares the types of its services.
    include: [
      ...['ts', 'mts'].map((ending) => `${realpathSync(folder)}/**/*.${ending}`),
      ...[`${lecternFolder}/core/*/services.ts`, `${root}/plugins/*/services.ts`],
    ],
    exclude: ['**/node_modules', '**/fixtures'],
  };
}

type Exports = Readonly<Record<string, { readonly types?: string }>>;

/** @throws Error when the compiler itself failed */
function compiled(compiler: string, settings: string, subject: Subject): Finding[] {
  const { root, folder } = subject.target;
  const { stdout, stderr } = run(compiler, ['-p', settings, '--noEmit', '--pretty', 'false'], root);
  const lines = stdout.split('\n').filter((line) => /\berror TS\d+/.test(line));
  const broken = lines.find((line) => line.startsWith('error ')) ?? (lines.length === 0 ? stderr.trim() : '');
  if (broken) throw new Error(`The compiler did not check ${subject.file()}: ${broken}. Correct tsconfig.json.`);
  const own = realpathSync(folder);
  return lines.flatMap((line) => {
    const [, file = '', number, message = ''] = /^(.+)\((\d+),\d+\): error (TS\d+: .*)$/.exec(line) ?? [];
    const place = relative(own, resolve(root, file));
    if (place.startsWith('..')) return [];
    return [failed(`${subject.file(place)}:${number}`, message, 'correct the types')];
  });
}

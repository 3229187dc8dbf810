import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { packageFile } from '../../hosting/internals.ts';

/** Texts of files to write, by path relative to the folder of the installation. */
export type NewFiles = Readonly<Record<string, string>>;

/** Files to create, and commands to suggest afterwards. */
export interface Made {
  /** Folder of the files. */
  readonly folder: string;
  readonly files: NewFiles;
  readonly next: readonly string[];
}

/** A project in a folder of its own. @throws Error when the folder has files, except those of `git init` */
export function newProject(folder: string, files: NewFiles, commands: readonly string[]): Made {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (existsSync(folder) && (!isFolder || readdirSync(folder).some((entry) => entry !== '.git')))
    throw new Error(`Nothing was written, because ${folder} exists and is not empty; name a new folder.`);
  return { folder, files, next: [`cd ${relative('', folder) || '.'}`, ...commands] };
}

/**
 * Writes new files, all of them or none; overwrites no file.
 * @returns paths of the files, relative to `root`
 * @throws Error when a file exists already or cannot be written
 */
export function writeNew(root: string, files: NewFiles): string[] {
  const paths = Object.keys(files);
  const taken = paths.filter((path) => existsSync(join(root, path)));
  if (taken.length > 0)
    throw new Error(
      `Nothing was written, because these files exist: ${taken.join(', ')}. Rename or remove them first.`,
    );
  const written: string[] = [];
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      // Fails if another process has created the file since the check above.
      writeFileSync(join(root, path), text, { flag: 'wx' });
      written.push(path);
    }
  } catch (error) {
    for (const path of written) rmSync(join(root, path), { force: true });
    throw new Error(`Nothing was written: ${(error as Error).message}.`, { cause: error });
  }
  return paths;
}

/** Text of a JSON file. */
export function json(content: object): string {
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

/** Compiler settings of a host, and of the repository of a plugin. */
export const compilerOptions = {
  target: 'es2023',
  module: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  verbatimModuleSyntax: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  experimentalDecorators: true,
};

// What `lectern test` and `lectern check` run, and what editors need for types.
const tools = ['@types/mocha', '@types/node', 'chai', 'esbuild', 'fast-check', 'mocha', 'supertest', 'typescript'];

/** Development packages of a host or plugin, in the versions with which Lectern is tested. @param more besides the tools */
export function toolVersions(...more: readonly string[]): Readonly<Record<string, string | undefined>> {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(packageFile, 'utf8')) as Readonly<
    Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>
  >;
  const names = [...tools, ...more].sort();
  return Object.fromEntries(names.map((name) => [name, devDependencies[name] ?? dependencies[name]]));
}

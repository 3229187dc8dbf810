import { existsSync, readdirSync, statSync, type Dirent } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { byName, type ModuleFolder } from '../../kernel/modules/layers.ts';
import type { ModuleFiles } from '../../kernel/modules/load_module.ts';
import { ModuleFault } from '../../kernel/modules/module_fault.ts';
import { pathProblem } from '../../kernel/modules/own_file.ts';

const code = /\.(ts|mts|js|mjs|cjs)$/;
const notLoaded = /(\.d\.(ts|mts|cts)|\.test\.\w+)$/;

/** Lists the files of a module that are loaded. @throws ModuleFault for a misplaced file, or one that must not be opened */
export function listFiles(module: ModuleFolder, root: string): ModuleFiles {
  const tree = treeOf(module.folder);
  for (const [folder, entries] of tree) refuseUnopenable({ ...module, root }, folder, entries);
  const list = (folder: string) =>
    sourcesIn(folder, { ...module, tree, root }).map((source) => ({ stem: stemOf(source), source }));
  const top = list('.');
  return {
    services: top.find(({ stem }) => stem === 'services'),
    demo: top.find(({ stem }) => stem === 'demo'),
    resources: list('resources'),
    migrations: list('migrations'),
    subscribers: list('subscribers'),
    commands: list('commands'),
  };
}

interface Found extends ModuleFolder {
  readonly tree: Listing;
  readonly root: string;
}

function sourcesIn(subfolder: string, { name, folder: top, tree, root }: Found): string[] {
  const folder = join(top, subfolder);
  const entries = tree.get(folder) ?? linkedFolder(folder);
  refuseUnopenable({ name, folder: top, root }, folder, entries);
  const fault = (problem: string, file: string) => new ModuleFault(name, relative(root, file), problem);
  const deeper = subfolder === '.' ? undefined : entries.find((entry) => entry.isDirectory());
  if (deeper) {
    throw fault(`a folder in ${subfolder}/ is not loaded; move its files up.`, join(folder, deeper.name));
  }
  const sources = entries.filter((entry) => isCode(entry.name)).sort(byName);
  return newestByStem(
    sources.map((entry) => join(folder, entry.name)),
    fault,
  );
}

function linkedFolder(folder: string): Dirent[] {
  return existsSync(folder) ? entriesOf(folder) : [];
}

function refuseUnopenable(
  { name, folder: top, root }: Pick<Found, 'name' | 'folder' | 'root'>,
  folder: string,
  entries: readonly Dirent[],
): void {
  for (const entry of entries) {
    if (entry.isFile() || entry.isDirectory() || skippedFolders.has(entry.name)) continue;
    const path = join(folder, entry.name);
    const problem = pathProblem(top, path, entry);
    if (problem !== undefined) throw new ModuleFault(name, relative(root, path), problem);
  }
}

/**
 * Selects one file for each name: the compiled `x.js`, unless it is older than `x.ts`.
 * @throws ModuleFault for two files of one name that are both JavaScript or both TypeScript
 */
function newestByStem(files: readonly string[], fault: (problem: string, file: string) => ModuleFault): string[] {
  const chosen = new Map<string, string>();
  for (const file of files) {
    const other = chosen.get(stemOf(file));
    if (other === undefined) {
      chosen.set(stemOf(file), file);
      continue;
    }
    if (isTypeScript(file) === isTypeScript(other))
      throw fault(
        `${basename(other)} in this folder has the same name with another ending; keep one of the two.`,
        file,
      );
    const [script, typed] = isTypeScript(file) ? [other, file] : [file, other];
    chosen.set(stemOf(file), modified(script) >= modified(typed) ? script : typed);
  }
  return [...chosen.values()];
}

/** Files in a folder and below, except in `test`, `node_modules` and the own `dist`. Skips links and hidden entries. */
export function filesBelow(folder: string): string[] {
  return [...treeOf(folder)].flatMap(([top, entries]) =>
    entries.filter((entry) => entry.isFile()).map(({ name }) => join(top, name)),
  );
}

export function codeBelow(folder: string): string[] {
  return filesBelow(folder).filter(isCode);
}

/** Entries by folder of a module; links are not followed. */
type Listing = ReadonlyMap<string, readonly Dirent[]>;

const skippedFolders = new Set(['test', 'node_modules']);

function treeOf(folder: string, tree = new Map<string, readonly Dirent[]>()): Listing {
  const isTop = tree.size === 0;
  // The build of a plugin stands beside its sources.
  const entries = entriesOf(folder).filter(({ name }) => !isTop || name !== 'dist');
  tree.set(folder, entries);
  for (const entry of entries)
    if (entry.isDirectory() && !skippedFolders.has(entry.name)) treeOf(join(folder, entry.name), tree);
  return tree;
}

/** Entries of a folder, without hidden files of editors and version control. */
function entriesOf(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'));
}

export function isCode(file: string): boolean {
  return code.test(file) && !notLoaded.test(file);
}

export function modified(file: string): number {
  return statSync(file).mtimeMs;
}

export function isTypeScript(file: string): boolean {
  return /ts$/.test(file);
}

function stemOf(file: string): string {
  return file.slice(file.lastIndexOf(sep) + 1).replace(code, '');
}

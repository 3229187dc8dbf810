import { existsSync, readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { ModuleFault } from './module_fault.ts';
import { pathProblem } from './own_file.ts';
import { byName, inside, type ModuleFolder } from './layers.ts';

/** A code file as written and as loaded. */
export interface CodeFile {
  /** Name without the ending. */
  readonly stem: string;
  /** Absolute path of the source, for messages and checksums. */
  readonly source: string;
  /** Absolute path of the imported file: the compiled file unless it is outdated. */
  readonly loaded: string;
  /** Whether Node can load it without the loader hook; see `loadsByItself`. */
  readonly plain: boolean;
}

/** Files of a module that the kernel loads; these import shapes and services. */
export interface ModuleFiles {
  readonly services: CodeFile | undefined;
  readonly demo: CodeFile | undefined;
  readonly resources: readonly CodeFile[];
  readonly migrations: readonly CodeFile[];
  readonly subscribers: readonly CodeFile[];
}

const code = /\.(ts|mts|js|mjs|cjs)$/;
const notLoaded = /(\.d\.(ts|mts|cts)|\.test\.\w+)$/;

/** Locations of sources and compiled files. */
export interface Places {
  readonly root: string;
  /** Folder `dist` of this installation; undefined when the kernel runs from its sources. */
  readonly compiled: string | undefined;
}

/** Lists the files of a module. @throws ModuleFault for a misplaced file, or one that must not be opened */
export function listFiles(module: ModuleFolder, places: Places): ModuleFiles {
  const tree = treeOf(module.folder);
  for (const [folder, entries] of tree) refuseUnopenable({ ...module, root: places.root }, folder, entries);
  const files = filesIn(tree);
  const counterpart = counterpartFinder(module, files, places);
  const plain = loadsByItself(module, files, places);
  const codeFile = (source: string): CodeFile => {
    return { stem: stemOf(source), source, loaded: counterpart(source), plain };
  };
  const list = (folder: string) => sourcesIn(folder, { ...module, tree, root: places.root }).map(codeFile);
  const top = list('.');
  return {
    services: top.find(({ stem }) => stem === 'services'),
    demo: top.find(({ stem }) => stem === 'demo'),
    resources: list('resources'),
    migrations: list('migrations'),
    subscribers: list('subscribers'),
  };
}

/** A module with its directory tree. */
interface Found extends ModuleFolder {
  readonly tree: Tree;
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
    if (entry.isFile() || entry.isDirectory() || passedOver.has(entry.name)) continue;
    const path = join(folder, entry.name);
    const problem = pathProblem(top, path, entry);
    if (problem !== undefined) throw new ModuleFault(name, relative(root, path), problem);
  }
}

/** Of `x.ts` and its compiled neighbour `x.js`, selects the compiled file unless it is outdated. */
function newestByStem(files: readonly string[], fault: (problem: string, file: string) => ModuleFault): string[] {
  const chosen = new Map<string, string>();
  for (const file of files) {
    const other = chosen.get(stemOf(file));
    if (other === undefined) {
      chosen.set(stemOf(file), file);
      continue;
    }
    if (isTypeScript(file) === isTypeScript(other))
      throw fault(`${basename(other)} beside it has the same name; keep one of them.`, file);
    const [script, typed] = isTypeScript(file) ? [other, file] : [file, other];
    chosen.set(stemOf(file), modified(script) >= modified(typed) ? script : typed);
  }
  return [...chosen.values()];
}

/** Maps sources to compiled files. Decides for the whole module, so that no file is loaded in both forms. */
function counterpartFinder(
  module: ModuleFolder,
  files: readonly string[],
  { root, compiled }: Places,
): (source: string) => string {
  const asWritten = (source: string) => source;
  if (compiled === undefined || !files.some(isTypeScript) || !inside(root, module.folder)) return asWritten;
  // Its package.json may make it CommonJS for the compiler, but is missing beside the compiled files.
  if (existsSync(join(module.folder, 'package.json'))) return asWritten;
  const counterpart = (source: string) => join(compiled, relative(root, source)).replace(/\.(m?)ts$/, '.$1js');
  // Core is compiled as a whole, including nested files, and belongs to the running program.
  if (module.layer === 'core' && realpathSync(root) === realpathSync(dirname(compiled)))
    return (source) => (existsSync(counterpart(source)) ? counterpart(source) : source);
  const fresh = files.filter(isCode).every((source) => {
    const target = counterpart(source);
    return !isTypeScript(source) || (existsSync(target) && modified(target) >= modified(source));
  });
  return fresh ? (source) => (isTypeScript(source) ? counterpart(source) : source) : asWritten;
}

/**
 * Whether a module is plain JavaScript inside the package of the running kernel. Node then resolves `lectern` as the
 * package's own name. The loader hook would cost half a second at the start and a millisecond for each file.
 */
function loadsByItself({ folder }: ModuleFolder, files: readonly string[], { compiled }: Places): boolean {
  if (compiled === undefined) return false;
  const isPlain = files.every((file) => !isTypeScript(file) && basename(file) !== 'package.json');
  return isPlain && packageOf(realpathSync.native(folder)) === realpathSync.native(dirname(compiled));
}

/** Nearest ancestor folder with a `package.json`. */
function packageOf(folder: string): string | undefined {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : packageOf(parent);
}

/** All code files of a module, recursively, without tests and packages. */
export function codeBelow(folder: string): string[] {
  return filesIn(treeOf(folder)).filter(isCode);
}

/** Entries by folder of a module; links are not followed. */
type Tree = ReadonlyMap<string, readonly Dirent[]>;

// Folders with tests and packages.
const passedOver = new Set(['test', 'node_modules']);

function treeOf(folder: string, tree = new Map<string, readonly Dirent[]>()): Tree {
  const entries = entriesOf(folder);
  tree.set(folder, entries);
  for (const entry of entries)
    if (entry.isDirectory() && !passedOver.has(entry.name)) treeOf(join(folder, entry.name), tree);
  return tree;
}

/** Entries of a folder, without hidden files of editors and version control. */
function entriesOf(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'));
}

function filesIn(tree: Tree): string[] {
  return [...tree].flatMap(([folder, entries]) =>
    entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name)),
  );
}

function isCode(file: string): boolean {
  return code.test(file) && !notLoaded.test(file);
}

function modified(file: string): number {
  return statSync(file).mtimeMs;
}

function isTypeScript(file: string): boolean {
  return /ts$/.test(file);
}

function stemOf(file: string): string {
  return file.slice(file.lastIndexOf(sep) + 1).replace(code, '');
}

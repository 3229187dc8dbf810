import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { inside, type ModuleFolder } from '../../kernel/modules/layers.ts';
import { filesBelow, isCode, isTypeScript, modified } from '../files/module_files.ts';

export interface CompiledPlaces {
  readonly root: string;
  /** Folder `dist` of the running kernel. */
  readonly compiled: string;
}

/** Form in which the files of a module are loaded: sources or compiled files, with or without the loader hook. */
export interface LoadingOfModule {
  /** Path of the file to import for a source: its compiled file, or the source itself. */
  readonly counterpart: (source: string) => string;
  /** Whether the module is JavaScript that Node can load without the loader hook. */
  readonly plain: boolean;
}

/** Loads the source files themselves. */
export const loadedAsWritten: LoadingOfModule = { counterpart: asWritten, plain: false };

export function loadingOf(module: ModuleFolder, places: CompiledPlaces): LoadingOfModule {
  const files = filesBelow(module.folder);
  return { counterpart: counterpartFinder(module, files, places), plain: loadsByItself(module, files, places) };
}

/**
 * Returns a function that maps a source to the file to import. Outside of core, one missing or outdated compiled file
 * selects the sources of the whole module, so that no file is loaded in both forms.
 */
function counterpartFinder(
  module: ModuleFolder,
  files: readonly string[],
  { root, compiled }: CompiledPlaces,
): (source: string) => string {
  if (!files.some(isTypeScript) || !inside(root, module.folder)) return asWritten;
  // A `package.json` may declare the module as CommonJS, but is missing in the folder of the compiled files.
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
 * package's own name, so that the slower loader hook is not needed.
 */
function loadsByItself({ folder }: ModuleFolder, files: readonly string[], { compiled }: CompiledPlaces): boolean {
  const isPlain = files.every((file) => !isTypeScript(file) && basename(file) !== 'package.json');
  return isPlain && packageOf(realpathSync.native(folder)) === realpathSync.native(dirname(compiled));
}

/** The folder itself, or its nearest ancestor, with a `package.json`. */
function packageOf(folder: string): string | undefined {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : packageOf(parent);
}

function asWritten(source: string): string {
  return source;
}

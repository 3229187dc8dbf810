import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../../kernel/base/package_info.ts';
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
  return { counterpart: counterpartFinder(module, files, places), plain: loadsByItself(module, files) };
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
  const counterpart = (source: string) => join(root, 'dist', relative(root, source)).replace(/\.(m?)ts$/, '.$1js');
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
 * Whether a module is plain JavaScript from which Node resolves `lectern` to the running kernel: as the package's own
 * name, or as an installed package. The slower loader hook is not needed then.
 */
function loadsByItself({ folder }: ModuleFolder, files: readonly string[]): boolean {
  const isPlain = files.every((file) => !isTypeScript(file) && basename(file) !== 'package.json');
  return isPlain && kernelFor(folder) === realpathSync.native(fileURLToPath(packageFile));
}

/** The `package.json` of the kernel that files in a folder import; undefined if they find none. */
function kernelFor(folder: string): string | undefined {
  try {
    return createRequire(join(realpathSync.native(folder), 'any.js')).resolve('lectern/package.json');
  } catch {
    return undefined;
  }
}

function asWritten(source: string): string {
  return source;
}

import { existsSync } from 'node:fs';
import Module from 'node:module';
import { dirname, join, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { importJavaScript, importUrl, type Namespace } from './import_javascript.ts';
import { installHook } from './install_hook.mjs';
import type { Config } from '../../kernel/base/config_schema.ts';
import { inside, type ModuleFolder } from '../../kernel/modules/layers.ts';
import type { FileLoader } from '../../kernel/modules/load_module.ts';
import { withinTime } from '../isolation/process/watchdog.ts';
import { importProblem } from './import_problem.ts';
import { listFiles } from '../files/module_files.ts';
import { loadedAsWritten, loadingOf, type LoadingOfModule } from './compiled_files.ts';

// The ending of this file shows whether the kernel runs from its sources or from compiled files.
const here = fileURLToPath(import.meta.url);
const ending = here.endsWith('.ts') ? '.ts' : '.js';
const base = new URL('../../', import.meta.url);
const entryPoints = {
  lectern: new URL(`kernel/index${ending}`, base).href,
  'lectern/core': new URL(`index${ending}`, base).href,
  'lectern/host': new URL(`hosting/index${ending}`, base).href,
};
/** Entry point for `import` only. `patchRequire` loads entry points in advance, and this one needs development packages. */
const testingEntryPoint = { 'lectern/testing': new URL(`testing/index${ending}`, base).href };

const coreFolder = fileURLToPath(base);

/** Folder of the compiled files that the kernel runs from, or undefined when it runs from its sources. */
export const compiledFolder = ending === '.js' ? dirname(coreFolder) : undefined;

/** Folder of the files into which `core/cli/build/bundle.mjs` joins compiled core, one for each module. */
const joinedFiles = join(coreFolder, 'bundled/modules');

export interface ImportContext {
  readonly root: string;
  readonly config: Pick<Config, 'importTimeout'>;
  /** Folders of plugins and custom whose sources are read again, although the process has imported them. */
  readonly live?: readonly string[];
}

/** Creates the loader of an installation. Files of core are part of the program: only a restart loads them again. */
export function createFileLoader({ root, config, live = [] }: ImportContext): FileLoader {
  const version = live.length > 0 ? nextVersion(live) : '';
  const decided = new Map<string, LoadingOfModule>();
  const loadingIn = (module: ModuleFolder, compiled: string) => {
    const loading = decided.get(module.folder) ?? loadingOf(module, { root, compiled });
    decided.set(module.folder, loading);
    return loading;
  };
  return {
    files: (module) => listFiles(module, root),
    load: async ({ source }, module) => {
      const isLive = live.length > 0 && module.layer !== 'core' && module.package === undefined;
      const { counterpart, plain } =
        isLive || compiledFolder === undefined ? loadedAsWritten : loadingIn(module, compiledFolder);
      const ofCore = module.layer === 'core' ? module.name : undefined;
      const file = { source, loaded: counterpart(source), plain, version: isLive ? version : undefined, ofCore };
      // Stacks then show source lines of modules that are loaded later, but not of the bundle of core.
      if (module.layer !== 'core' && file.loaded !== source) process.setSourceMapsEnabled(true);
      const namespace = await importFile(file, { root, timeout: config.importTimeout });
      return commonJs(namespace, source.endsWith('.cjs'));
    },
    explain: (thrown, module) => importProblem(thrown, { root, module, entryPoints }),
  };
}

let versions = 0;

/**
 * Query of the URLs of all files that a kernel reads again: Node imports a URL once. Files that the former kernel has
 * imported stay in memory. `require` has no URLs, so these files leave its cache.
 */
function nextVersion(folders: readonly string[]): string {
  const { cache } = Module.createRequire(import.meta.url);
  const isBelow = (file: string) => folders.some((folder) => inside(folder, file));
  for (const file of Object.keys(cache)) {
    // oxlint-disable-next-line typescript/no-dynamic-delete -- the cache of Node is a table by file
    if (!file.includes(`${sep}node_modules${sep}`) && isBelow(file)) delete cache[file];
  }
  return versions++ === 0 ? '' : `?reload=${versions}`;
}

/** Unwraps exports marked with `__esModule`, and `module.exports` of a .cjs file if it has `default` or `up`. */
function commonJs(namespace: Record<string, unknown>, isCommonJs: boolean): Record<string, unknown> {
  const exported = namespace['default'];
  if (typeof exported !== 'object' || exported === null) return namespace;
  const isNamespace = '__esModule' in exported || (isCommonJs && ('default' in exported || 'up' in exported));
  return isNamespace ? exported : namespace;
}

/**
 * Imported files by path. Node runs a file once, but resolves it again for each import, which would slow down further
 * kernels of a process.
 */
const imported = new Map<string, Namespace>();

interface ImportedFile {
  readonly source: string;
  readonly loaded: string;
  readonly plain: boolean;
  /** Module of core to which the file belongs, if any. */
  readonly ofCore?: string | undefined;
  /** Query of the URL of a file that is read again; undefined for a file that is read once in a process. */
  readonly version?: string | undefined;
}

/**
 * Imports a file of a module.
 * @throws the error of reading, parsing or running the file; TooLate after `timeout` milliseconds
 */
async function importFile(
  file: ImportedFile,
  { root, timeout }: { readonly root: string; readonly timeout: number },
): Promise<Namespace> {
  const known = file.version === undefined ? imported.get(file.loaded) : undefined;
  if (known) return known;
  const namespace = (await fileOfCore(file)) ?? (await importInTime(file, { root, timeout }));
  if (file.version === undefined) imported.set(file.loaded, namespace);
  return namespace;
}

async function importInTime(file: ImportedFile, { root, timeout }: Parameters<typeof importFile>[1]) {
  await resolveKernelFor(file, root);
  return withinTime({
    name: file.source,
    timeout,
    late: {
      waiting: () => `it did not finish loading within ${timeout} ms; look for an \`await\` at its top level.`,
      running: (place) =>
        `it ran for ${timeout} ms without an end; look for a loop that does not end, or raise importTimeout (${place})`,
    },
    run: () => importAlone(file),
  });
}

/** Exports of a joined file of core, which has no time limit; undefined for other files. */
async function fileOfCore({ loaded, ofCore }: ImportedFile): Promise<Namespace | undefined> {
  if (ofCore === undefined || compiledFolder === undefined || !loaded.startsWith(coreFolder)) return undefined;
  const name = loaded.slice(coreFolder.length).replaceAll(sep, '/');
  const joined = join(joinedFiles, `${ofCore}.js`);
  const { files } = imported.get(joined) ?? (await importJoined(joined));
  return (files as Readonly<Record<string, Namespace>>)[name];
}

/** Imports a joined file in its own turn of the event loop, so that the files together do not block it. */
async function importJoined(file: string): Promise<Namespace> {
  await setImmediate();
  const namespace = await importAlone({ source: file, loaded: file, plain: false });
  imported.set(file, namespace);
  return namespace;
}

function importAlone(file: ImportedFile): Promise<Namespace> {
  // With registered hooks, every file has to pass through them.
  const isForNode = isOwn(file) && hookInstalled === undefined && !file.loaded.endsWith('.cjs');
  return isForNode ? importJavaScript(file.loaded) : importUrl(pathToFileURL(file.loaded).href + (file.version ?? ''));
}

/**
 * Whether a file is a compiled or plain module of this package, which needs no hook: Node resolves the package's own
 * name.
 */
function isOwn({ loaded, plain }: ImportedFile): boolean {
  return plain || (compiledFolder !== undefined && loaded.startsWith(compiledFolder));
}

let hookInstalled: Promise<void> | undefined;
let requirePatched: Promise<void> | undefined;

/** Makes imports of `lectern` in this file resolve to the running kernel, instead of loading a second copy. */
async function resolveKernelFor(file: ImportedFile, root: string): Promise<void> {
  if (!isOwn(file)) await (hookInstalled ??= installHookOnce(root));
  else if (file.loaded.endsWith('.cjs')) await (requirePatched ??= patchRequire());
}

async function installHookOnce(root: string): Promise<void> {
  // A kernel that runs from its sources was itself loaded through the hook.
  if (compiledFolder !== undefined) {
    process.setSourceMapsEnabled(true);
    await installHook(hookData(compiledFolder, root));
  }
  await (requirePatched ??= patchRequire());
}

function hookData(compiled: string, root: string) {
  const compiledCore = { from: `${pathToFileURL(dirname(compiled)).href}/core/`, to: new URL('.', base).href };
  const packages = join(root, 'node_modules');
  // Without the process of the compiler, a start takes 9 MB less.
  const cache = existsSync(packages) ? { root, kept: join(packages, '.cache/lectern') } : undefined;
  return { entryPoints: { ...entryPoints, ...testingEntryPoint }, compiledCore, ...(cache && { cache }) };
}

/** Patches `require`, to which the hook does not apply: CommonJS files get the same kernel as ES modules. */
async function patchRequire(): Promise<void> {
  // oxlint-disable-next-line lectern/no-cast-by-unknown -- Node's types do not show its own function
  const loader = Module as unknown as { _load: (request: string, ...rest: unknown[]) => unknown };
  const load = loader._load;
  const loaded = new Map<string, unknown>();
  for (const [name, url] of Object.entries(entryPoints)) loaded.set(name, await import(url));
  loader._load = function (this: unknown, request, ...rest) {
    return loaded.has(request) ? loaded.get(request) : load.call(this, request, ...rest);
  };
}

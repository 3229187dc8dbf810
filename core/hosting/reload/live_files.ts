import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve, sep } from 'node:path';
import * as url from 'node:url';
import { readText } from '../../kernel/declare/text_file.ts';
import { compile, type ImportOf } from './compile.ts';
import { moduleKind } from './module_kind.ts';
import { evaluate, forgetRequired, importFor, requireFile, type Require } from './node_module.ts';

type Namespace = Record<string, unknown>;

/** Exports of an imported file; incomplete when two files import each other. */
interface Given {
  readonly exports: Namespace;
  readonly isWhole: boolean;
}

/** A file of a plugin or of custom. */
class LiveFile {
  readonly exports: Namespace = {};
  /** Imported namespaces by specifier as written. */
  readonly given = new Map<string, Namespace>();
  /** Paths of the files of plugins and custom that this file imports. */
  readonly imports = new Set<string>();
  /** Settles when the file has been evaluated. */
  work: Promise<void> | undefined;
  /** The file whose evaluation this file awaits. */
  waitsFor: LiveFile | undefined;

  constructor(readonly path: string) {}

  /** Whether this file is `other`, or waits, directly or indirectly, for the evaluation of `other`. */
  needs(other: LiveFile): boolean {
    return this === other || this.waitsFor?.needs(other) === true;
  }
}

/**
 * Loader that can unload files of plugins and custom, and load them again. All other imports, the kernel included, use
 * the shared instances of Node.
 */
export class LiveFiles {
  readonly #root: string;
  readonly #folders: readonly string[];
  #files = new Map<string, LiveFile>();

  /** @param folders of plugins that are not in `plugins/` */
  constructor(root: string, folders: readonly string[] = []) {
    this.#root = realpathSync(root);
    this.#folders = folders.map((folder) => realpathSync(folder));
  }

  /** Loads a file and its imports, unless they are loaded. @throws the error of any of these files */
  async import(path: string): Promise<Namespace> {
    const file = this.#open(realpathSync(path));
    await file.work;
    return file.exports;
  }

  /** Name of the plugin of a file, or `custom`; undefined for files that are loaded once, such as those of packages. */
  moduleOf(path: string): string | undefined {
    if (path.includes(`${sep}node_modules${sep}`)) return undefined;
    const elsewhere = this.#folders.find((folder) => path.startsWith(folder + sep));
    if (elsewhere !== undefined) return basename(elsewhere);
    if (!path.startsWith(this.#root + sep)) return undefined;
    const [layer, name = '', ...rest] = path.slice(this.#root.length + 1).split(sep);
    if (layer === 'custom' && name !== '') return layer;
    return layer === 'plugins' && rest.length > 0 ? name : undefined;
  }

  /** Returns the named modules, and all modules that import their files, directly or indirectly. */
  withImporters(names: ReadonlySet<string>): ReadonlySet<string> {
    const all = new Set(names);
    for (let size = -1; size !== all.size;) {
      size = all.size;
      for (const { path, imports } of this.#files.values()) {
        if ([...imports].some((one) => all.has(this.moduleOf(one) as string))) all.add(this.moduleOf(path) as string);
      }
    }
    return all;
  }

  /**
   * Unloads the files of these modules, so that the next import reads them again.
   * @returns a function that restores the unloaded files
   */
  forget(names: ReadonlySet<string>): () => void {
    const before = this.#files;
    const isMeant = (path: string) => names.has(this.moduleOf(path) as string);
    this.#files = new Map([...before].filter(([path]) => !isMeant(path)));
    forgetRequired(isMeant);
    return () => {
      this.#files = before;
    };
  }

  #open(path: string): LiveFile {
    const known = this.#files.get(path);
    if (known) return known;
    const file = new LiveFile(path);
    this.#files.set(path, file);
    file.work = this.#load(file);
    // Avoids an unhandled rejection. The caller of the import handles the failure.
    file.work.catch(() => undefined);
    return file;
  }

  async #load(file: LiveFile): Promise<void> {
    const { path } = file;
    if (path.endsWith('.json')) {
      takeJson(file);
      return;
    }
    const kind = moduleKind(path);
    if (kind === 'commonjs') {
      takeCommonJs(file);
      return;
    }
    const { code, imports, isModule } = await compile(await readFile(path, 'utf8'), path);
    if (kind === undefined && !isModule) {
      takeCommonJs(file);
      return;
    }
    for (const one of imports) {
      const namespace = await this.#give(file, one).catch((error: unknown) => {
        throw placed(error, `${path}:${one.line}`);
      });
      file.given.set(one.specifier, having(namespace, one, path));
    }
    const require: Require = (specifier, options) =>
      file.given.get(specifier) ?? this.#later(file, { specifier, attributes: options?.with ?? {} });
    await evaluate(code, path, { exports: file.exports, require });
  }

  /** Evaluates an imported file before its importer, unless the two import each other. */
  async #give(file: LiveFile, { specifier, attributes }: ImportOf): Promise<Given> {
    const path = this.#pathOf(file, specifier);
    if (path === undefined) return { exports: await importFor(file.path, specifier, attributes), isWhole: true };
    if (path.endsWith('.json')) refuseUnmarked(path, attributes);
    const other = this.#open(path);
    file.imports.add(path);
    if (other.needs(file)) return { exports: other.exports, isWhole: false };
    file.waitsFor = other;
    await other.work;
    file.waitsFor = undefined;
    return { exports: other.exports, isWhole: true };
  }

  /** Runs an `import()`, which is compiled to `require`. Returns the module `url` for the compiled `import.meta.url`. */
  #later(file: LiveFile, { specifier, attributes }: Pick<ImportOf, 'specifier' | 'attributes'>): unknown {
    const path = this.#pathOf(file, specifier);
    if (path === undefined) return specifier === 'url' ? url : importFor(file.path, specifier, attributes);
    if (path.endsWith('.json')) refuseUnmarked(path, attributes);
    file.imports.add(path);
    return this.import(path);
  }

  /** Path of the imported file of a plugin or of custom; undefined for imports that Node resolves. */
  #pathOf({ path }: LiveFile, specifier: string): string | undefined {
    if (!/^(\.{1,2}\/|\/|file:)/.test(specifier)) return undefined;
    const meant = specifier.startsWith('file:') ? url.fileURLToPath(specifier) : resolve(dirname(path), specifier);
    // TypeScript allows `./x.js` for `./x.ts`.
    const found = [meant, meant.replace(/js$/, 'ts')].find(existsSync);
    const real = found === undefined ? undefined : realpathSync(found);
    return real !== undefined && this.moduleOf(real) !== undefined && /\.\w+$/.test(real) ? real : undefined;
  }
}

/** Loads a CommonJS file by the `require` of Node, from whose cache `forget` removes the file. */
function takeCommonJs({ path, exports }: LiveFile): void {
  const given = requireFile(path);
  Object.assign(exports, given, { default: given });
}

function takeJson({ path, exports }: LiveFile): void {
  try {
    exports['default'] = JSON.parse(readText(path));
  } catch (error) {
    throw new SyntaxError(`${(error as Error).message} (${path})`, { cause: error });
  }
}

/** Returns the exports of an imported file. @throws SyntaxError as Node does when an imported name is missing */
function having({ exports, isWhole }: Given, { specifier, names, line }: ImportOf, path: string): Namespace {
  const missing = isWhole ? names.find((name) => !(name in exports)) : undefined;
  if (missing === undefined) return exports;
  const problem = `The requested module '${specifier}' does not provide an export named '${missing}'`;
  throw new SyntaxError(`${problem} (${path}:${line})`);
}

function refuseUnmarked(path: string, { type }: ImportOf['attributes']): void {
  if (type === 'json') return;
  const problem = `Module "${url.pathToFileURL(path).href}" needs an import attribute of "type: json"`;
  // `placed` adds the importing line to errors with a code of Node.
  throw Object.assign(new TypeError(`${problem}; add with { type: 'json' }`), { code: 'ERR_IMPORT_ATTRIBUTE_MISSING' });
}

/** Adds the importing line to a resolution error of Node, which does not name that line. */
function placed(thrown: unknown, place: string): unknown {
  if (!(thrown instanceof Error) || !('code' in thrown) || !String(thrown.code).startsWith('ERR_')) return thrown;
  return new Error(`${thrown.message} (${place})`, { cause: thrown });
}

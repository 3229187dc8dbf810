import Module from 'node:module';
import { dirname } from 'node:path';

type Namespace = Record<string, unknown>;

/** Methods of Node's CommonJS loader that its types do not declare. */
interface NodeModule {
  filename: string;
  exports: unknown;
  require: (specifier: string) => unknown;
  _compile(code: string, file: string): unknown;
}

/** Function `require` of compiled code. `options` are those of the `import()` from which the call was compiled. */
export type Require = ((
  specifier: string,
  options?: { readonly with?: Readonly<Record<string, string>> },
) => unknown) & {
  resolve?: (specifier: string) => string;
};

/** Runs the output of `compile`. Resolves when the code has ended, with its top-level `await`. */
export async function evaluate(
  code: string,
  file: string,
  given: { exports: object; require: Require },
): Promise<void> {
  const module = moduleOf(file);
  module.exports = given.exports;
  module.require = given.require;
  await (module._compile(`return (async () => {${code}\n})();`, file) as Promise<void>);
}

/** Imports a module for a file by the loader of Node. A reload does not replace this module. */
export function importFor(file: string, specifier: string, attributes: object = {}): Promise<Namespace> {
  let importer = importers.get(file);
  if (!importer) {
    const module = moduleOf(file);
    module._compile('module.exports = (specifier, options) => import(specifier, options);', file);
    importers.set(file, (importer = module.exports as Importer));
  }
  return importer(specifier, { with: attributes });
}

type Importer = (specifier: string, options: object) => Promise<Namespace>;

// One importer for each file, because Node may keep importers in memory for ever.
const importers = new Map<string, Importer>();

/** Loads a CommonJS file and its dependencies with Node's own `require`. */
export function requireFile(file: string): unknown {
  return Module.createRequire(file)(file);
}

/** Removes these CommonJS files from the cache of Node. */
export function forgetRequired(isMeant: (file: string) => boolean): void {
  const { cache } = Module.createRequire(import.meta.url);
  for (const file of Object.keys(cache)) {
    // oxlint-disable-next-line typescript/no-dynamic-delete -- the cache of Node is a table by file
    if (isMeant(file)) delete cache[file];
  }
}

function moduleOf(file: string): NodeModule {
  // oxlint-disable-next-line lectern/no-cast-by-unknown -- Node's types do not show its own methods
  const module = new Module(file) as unknown as NodeModule & { paths: string[] };
  module.filename = file;
  module.paths = [dirname(file)];
  return module;
}

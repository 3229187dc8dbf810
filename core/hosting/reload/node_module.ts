import Module from 'node:module';
import { dirname } from 'node:path';

type Namespace = Record<string, unknown>;

/** What Node's own loader of CommonJS offers and its types do not show. */
interface NodeModule {
  filename: string;
  exports: unknown;
  require: (specifier: string) => unknown;
  _compile(code: string, file: string): unknown;
}

/** How a file gets what it imports. */
export type Require = ((specifier: string) => unknown) & { resolve?: (specifier: string) => string };

/**
 * Runs what `compile` made of a file. Node then knows its source map, so that stacks name the lines of the source, and
 * forgets it with the file.
 */
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

/** Imports something that is not exchanged as the file itself would: the very instance that all others have. */
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

// Kept, one for each file: Node may hold on to whoever imports.
const importers = new Map<string, Importer>();

/** Loads a CommonJS file, and what it requires, by Node's own `require`. */
export function requireFile(file: string): unknown {
  return Module.createRequire(file)(file);
}

/** Makes Node read these CommonJS files anew. */
export function forgetRequired(isMeant: (file: string) => boolean): void {
  const { cache } = Module.createRequire(import.meta.url);
  for (const file of Object.keys(cache)) {
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- it is a table, and Node's own
    if (isMeant(file)) delete cache[file];
  }
}

function moduleOf(file: string): NodeModule {
  // eslint-disable-next-line no-restricted-syntax -- Node's types do not show its own methods
  const module = new Module(file) as unknown as NodeModule & { paths: string[] };
  module.filename = file;
  module.paths = [dirname(file)];
  return module;
}

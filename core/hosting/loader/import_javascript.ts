import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { packageFile } from '../../kernel/base/package_info.ts';

/** Exports of an ES module. */
export type Namespace = Record<string, unknown>;

// Created for the root of the package, where Node finds the nearest `package.json` without a search.
const require = createRequire(packageFile);
/** Errors by file: Node reports an internal error when a file that could not be linked is imported again. */
const refused = new Map<string, unknown>();

/**
 * Imports an ES module that needs no loader hook. `require` is faster than `import()`, because it reads, links and runs
 * the module in one step. Uses `import()` if the module or an import of it has a top-level await; no code has run then.
 * @throws the error of reading, linking or running the module
 */
export async function importJavaScript(file: string): Promise<Namespace> {
  const { href } = pathToFileURL(file);
  // Node 22.0 to 22.11 cannot `require` ES modules.
  if (!process.features.require_module) return importUrl(href);
  if (refused.has(href)) throw refused.get(href);
  try {
    return require(fileURLToPath(href)) as Namespace;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_REQUIRE_ASYNC_MODULE') return importUrl(href);
    const failure = isOfLinking(error) ? await linkedByImport(href, error) : error;
    refused.set(href, failure);
    throw failure;
  }
}

/** Imports an ES module through all registered hooks. */
export function importUrl(url: string): Promise<Namespace> {
  return import(url) as Promise<Namespace>;
}

/** Whether an error comes from the linker of Node: no file stands in its first line, and no code of a file has thrown it. */
function isOfLinking(error: unknown): boolean {
  return error instanceof SyntaxError && /^SyntaxError.*\n +at .*\(node:/.test(error.stack ?? '');
}

/** Only `import` reports the line of a missing export; the query makes Node load the file again. */
async function linkedByImport(href: string, error: unknown): Promise<unknown> {
  const again = `${href}?again`;
  const failure: unknown = await importUrl(again).then(
    () => error,
    (reason: unknown) => reason,
  );
  if (failure instanceof Error && failure.stack !== undefined) failure.stack = failure.stack.replaceAll(again, href);
  return failure;
}

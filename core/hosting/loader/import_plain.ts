import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { packageFile } from '../../kernel/declare/package_info.ts';

/** What an ES module exports. */
export type Namespace = Record<string, unknown>;

// Asked from the top of the package, Node need not look for its manifest in each folder on the way up.
const require = createRequire(packageFile);
/** Node remembers a file that it could not link as one half-read: asked again, it would tell of a fault of its own. */
const refused = new Map<string, unknown>();

/**
 * Imports an ES module that Node can load without help. By `require` it is read, linked and run in one go, for half of the
 * CPU that the many steps of `import()` take; what waits at the top level of the file, or of one that it imports, is left
 * to that: nothing of it has run by then.
 * @throws what is wrong with the file, or what it throws itself
 */
export async function importPlain(file: string): Promise<Namespace> {
  const { href } = pathToFileURL(file);
  // Node 22.11 and older ones of its line have no `require` for ES modules.
  if (!process.features.require_module) return importUrl(href);
  if (refused.has(href)) throw refused.get(href);
  try {
    return require(fileURLToPath(href)) as Namespace;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_REQUIRE_ASYNC_MODULE') return importUrl(href);
    const told = isOfLinking(error) ? await linkedByImport(href, error) : error;
    refused.set(href, told);
    throw told;
  }
}

/** Imports an ES module step by step, through whatever hooks there are. */
export function importUrl(url: string): Promise<Namespace> {
  return import(url) as Promise<Namespace>;
}

function isOfLinking(error: unknown): boolean {
  return error instanceof SyntaxError && error.message.startsWith('The requested module ');
}

/** Only `import` tells at which line something is asked for that is not there; by a name of its own it begins anew. */
async function linkedByImport(href: string, error: unknown): Promise<unknown> {
  const again = `${href}?again`;
  const told: unknown = await importUrl(again).then(
    () => error,
    (reason: unknown) => reason,
  );
  if (told instanceof Error && told.stack !== undefined) told.stack = told.stack.replaceAll(again, href);
  return told;
}

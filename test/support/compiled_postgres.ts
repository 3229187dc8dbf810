import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

interface Engine {
  readonly WebAssembly: { compile(bytes: Uint8Array): Promise<object> };
}

const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));

/**
 * The embedded PostgreSQL, compiled. As long as it is held, every database that is opened shares its machine code, those in
 * threads of their own included; without it, each of them compiles it again, which takes twice the time.
 */
export const compiledPostgres = (globalThis as unknown as Engine).WebAssembly.compile(
  readFileSync(join(pglite, 'pglite.wasm')),
);

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

interface Engine {
  readonly WebAssembly: { compile(bytes: Uint8Array): Promise<object> };
}

const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));

/**
 * Compiled WebAssembly module of the embedded PostgreSQL. While this reference exists, every opened database shares the
 * machine code, also in other threads. Without it, each database compiles the module again, which doubles the time.
 */
export const compiledPostgres = (globalThis as unknown as Engine).WebAssembly.compile(
  readFileSync(join(pglite, 'pglite.wasm')),
);

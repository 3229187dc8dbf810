/**
 * Bundles core with the packages that only core uses, because Node needs long to find and link many small files. Files
 * loaded by path keep their place: entry points, and files that the kernel finds in modules of core. All other code moves
 * into shared files (chunks), one copy each.
 *
 * Other processes may start from `dist/` meanwhile. Chunks are named by a hash of their content and written before the
 * other files. Chunks of the former build stay; `prepare.mjs` removes older ones.
 *
 *     node core/cli/bundle.mjs
 */
import { build } from 'esbuild';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replaceFile } from './replace_file.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');
const entryPoints = {
  lectern: 'kernel/index.ts',
  'lectern/core': 'index.ts',
  'lectern/host': 'hosting/index.ts',
  'lectern/testing': 'testing/index.ts',
};
const started = [
  'cli/main.ts',
  'cli/tune_engine.ts',
  'devtools/bisect/run_here.ts',
  'devtools/check/sources/read_here.ts',
];
/** Files of modules of core that the kernel or `custom/` loads by path. */
const found =
  /^[^/]+\/(?:(?:index|services|demo)|(?:resources|migrations|subscribers|commands|shapes)\/[^/]+)\.m?[jt]s$/;
const hosts = /^(?:kernel|hosting|cli|testing)\//;
const notLoaded = /\.(?:d|test)\.m?ts$/;

/** Not bundled: packages that plugins import as well, because a process must not load two copies. */
const shared = [
  'awilix',
  'chai',
  'express',
  'fast-check',
  'ioredis',
  'mocha',
  'pino',
  'reflect-metadata',
  'supertest',
  'tsyringe',
  '@opentelemetry/api',
];
/** Not bundled: packages that read files of their own, have machine code, or are loaded at their first use. */
const placed = [
  '@electric-sql/pglite',
  '@node-rs/argon2',
  '@resvg/resvg-js',
  '@swc/core',
  'chokidar',
  'libpg-query',
  'openapi-typescript',
  'sanitize-html',
  'svg-captcha',
  'swagger-ui-dist',
];
/** Not bundled: optional packages of knex and pg, which are not installed. */
const absent = [
  'better-sqlite3',
  'mariadb',
  'mysql',
  'mysql2',
  'oracledb',
  'pg-native',
  'pg-query-stream',
  'sqlite3',
  'tedious',
];

/** @param {string} folder @returns {string[]} */
const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : path;
  });

const sources = join(root, 'core');
const named = (/** @type {string} */ file) => relative(sources, file).replaceAll('\\', '/');
const isFound = (/** @type {string} */ name) => found.test(name) && !hosts.test(name) && !notLoaded.test(name);
const entries = [...Object.values(entryPoints), ...started, ...filesBelow(sources).map(named).filter(isFound)].filter(
  (name) => existsSync(join(sources, name)),
);

/**
 * Declares `ownUrl` in each file that uses `import.meta.url`; the option `define` below replaces that expression by
 * `ownUrl`. For a file of core, `ownUrl` is its URL in `dist/core/` without bundling, because relative paths start there.
 * @type {import('esbuild').Plugin}
 */
const ownUrls = {
  name: 'own-urls',
  setup({ onLoad }) {
    onLoad({ filter: /\.m?[jt]s$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const name = named(path);
      const url = name.startsWith('..') ? 'bundledUrl' : `coreUrl + ${JSON.stringify(name.replace(/ts$/, 'js'))}`;
      const contents = text.replace(/^(#!.*\n)?/, (hashbang) => `${hashbang}const ownUrl = ${url};`);
      return { contents, loader: name.endsWith('ts') ? 'ts' : 'js', resolveDir: dirname(path) };
    });
  },
};

const banner = [
  "import { createRequire as createRequireOf } from 'node:module'",
  // Packages in CommonJS still call `require`.
  'const require = createRequireOf(import.meta.url)',
  'const bundledUrl = import.meta.url',
  "const coreUrl = bundledUrl.slice(0, bundledUrl.lastIndexOf('/dist/core/') + '/dist/core/'.length)",
];

const outdir = join(root, 'dist/core');
const { outputFiles } = await build({
  write: false,
  entryPoints: entries.map((name) => join(sources, name)),
  outbase: sources,
  outdir,
  chunkNames: 'bundled/[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  tsconfig: join(root, 'tsconfig.json'),
  alias: Object.fromEntries(Object.entries(entryPoints).map(([specifier, name]) => [specifier, join(sources, name)])),
  external: [...shared, ...placed, ...absent],
  // The PostgreSQL driver checks whether it runs at Cloudflare. Without a `navigator`, as in Node 20, the driver
  // creates a `Response`. Node then loads its whole HTTP client: 4 MB of unused memory.
  define: { navigator: JSON.stringify({ userAgent: 'Node.js' }), 'import.meta.url': 'ownUrl' },
  banner: { js: `${banner.join(';')};` },
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  // Saves memory, because V8 keeps the text of every loaded file. The source maps give stacks their line numbers.
  minifyWhitespace: true,
  lineLimit: 120,
  logLevel: 'error',
  plugins: [ownUrls],
});
const isChunk = (/** @type {{ path: string }} */ { path }) => named(path).includes('/bundled/');
for (const { path, contents } of [...outputFiles.filter(isChunk), ...outputFiles.filter((one) => !isChunk(one))])
  replaceFile(path, contents);
// Plain JavaScript is loaded by path: worker programs, hooks, the loader and scripts.
for (const file of filesBelow(sources).filter((path) => path.endsWith('.mjs')))
  replaceFile(join(outdir, relative(sources, file)), readFileSync(file));

/**
 * Bundles core with the packages that only core uses, because Node needs long to find and link many small files. Entry
 * points and commands keep their place. The files that the kernel loads together become one file for each module, such as
 * `bundled/modules/orders.js`; at the place of each, a small file exports the same for imports by path. All other code
 * moves into shared files (chunks), one copy each.
 *
 * Other processes may start from the built files meanwhile. Chunks are named by a hash of their content and written
 * before the other files. Chunks of the former build stay; `prepare.mjs` removes older ones.
 */
import { build } from 'esbuild';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replaceFile } from './replace_file.mjs';

export const root = fileURLToPath(new URL('../../../', import.meta.url)).replace(/[\\/]$/, '');
/** Entry points of the package by specifier, as files of `core/`. @type {Readonly<Record<string, string>>} */
export const entryPoints = {
  lectern: 'kernel/index.ts',
  'lectern/core': 'index.ts',
  'lectern/host': 'hosting/index.ts',
  'lectern/testing': 'testing/index.ts',
};
const started = ['cli/main.ts', 'cli/engine_flags.ts', 'cli/kept_tick.ts'];
/** Files of modules of core that the kernel loads by path, one at a time. */
const single = /^(?:[^/]+\/){1,2}commands\/[^/]+\.m?[jt]s$/;
/** Files of a module of core that the kernel loads together, or `custom/` by path. */
const joint = /^(?:index|services|demo|(?:resources|migrations|subscribers|shapes)\/[^/]+)\.m?[jt]s$/;
const hosts = /^(?:kernel|hosting|cli|testing)\//;
const notLoaded = /\.(?:d|test)\.m?ts$/;

/** Not bundled: packages that plugins import as well, because a process must not load two copies. */
const shared = ['awilix', 'chai', 'express', 'fast-check', 'ioredis', 'mocha', 'supertest'];
/** Not bundled: packages that read files of their own, have machine code, or are loaded at their first use. */
export const placed = [
  '@babel/parser',
  '@electric-sql/pglite',
  '@node-rs/argon2',
  '@resvg/resvg-js',
  'chokidar',
  'esbuild',
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
export const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : path;
  });

export const sources = join(root, 'core');
export const named = (/** @type {string} */ file) => relative(sources, file).replaceAll('\\', '/');
const compiled = (/** @type {string} */ name) => name.replace(/ts$/, 'js');
const aliases = Object.fromEntries(
  Object.entries(entryPoints).map(([specifier, name]) => [specifier, join(sources, name)]),
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
      const url = name.startsWith('..') ? 'bundledUrl' : `coreUrl + ${JSON.stringify(compiled(name))}`;
      const contents = text.replace(/^(#!.*\n)?/, (hashbang) => `${hashbang}const ownUrl = ${url};`);
      return { contents, loader: name.endsWith('ts') ? 'ts' : 'js', resolveDir: dirname(path) };
    });
  },
};

/**
 * Keeps the large tables of Express in files of their own, because V8 reads JSON faster than code, and most are never used.
 * @type {import('esbuild').Plugin}
 */
const tables = {
  name: 'tables',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](iconv-lite|mime-db)[\\/].*\.json$/ }, ({ path }) => ({
      contents: readFileSync(path),
      loader: 'copy',
    }));
  },
};

const banner = [
  "import { createRequire as createRequireOf } from 'node:module'",
  // Packages in CommonJS still call `require`.
  'const require = createRequireOf(import.meta.url)',
  'const bundledUrl = import.meta.url',
  "const coreUrl = bundledUrl.slice(0, bundledUrl.lastIndexOf('/dist/core/') + '/dist/core/'.length)",
];

/**
 * @typedef {object} Part Sources to bundle together.
 * @property {string} outdir folder of the built files, which ends with `dist/core`
 * @property {(name: string) => boolean} [owns] whether a file of `core/` belongs to the part; default: each does
 * @property {readonly string[]} [doors] further files of `core/` that keep their place
 * @property {readonly string[]} [external] further packages that are not bundled
 * @property {readonly string[]} [bundled] packages that are bundled, although `shared` or `placed` name them
 * @property {Plugin} [borders] resolves imports of files outside of the part
 */
/** @typedef {import('esbuild').Plugin} Plugin */

/** Bundles a part of core. @param {Part} part @returns names of packages that the built files import */
export async function bundleCore(part) {
  const { outdir, owns = () => true } = part;
  const layout = layoutOf(filesBelow(sources).map(named).filter(owns));
  const { outputFiles, metafile } = await build(optionsOf(part, layout));
  const isChunk = (/** @type {{ path: string }} */ { path }) => relative(outdir, path).startsWith('bundled');
  for (const { path, contents } of [...outputFiles.filter(isChunk), ...outputFiles.filter((one) => !isChunk(one))])
    replaceFile(path, contents);
  for (const [name, exported] of await exportsOf(layout.joined))
    replaceFile(join(outdir, compiled(name)), standIn(name, exported, layout.moduleOf(name)));
  // Plain JavaScript is loaded by path: worker programs, hooks, the loader and scripts.
  for (const file of layout.files.filter((name) => name.endsWith('.mjs')))
    replaceFile(join(outdir, file), readFileSync(join(sources, file)));
  const imports = Object.values(metafile.outputs).flatMap((one) => one.imports);
  return imports.flatMap(({ path, external }) => (external ? (/^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []) : []));
}

/**
 * What becomes of the files: modules whose files are joined, and files that keep their place.
 * @param {readonly string[]} files
 */
function layoutOf(files) {
  const ofModules = files.filter((name) => !hosts.test(name) && !notLoaded.test(name));
  /** Folders of modules, such as `platform/users/`. */
  const folders = files.flatMap((name) => /^((?:[^/]+\/){1,2})module\.json$/.exec(name)?.[1] ?? []);
  const folderOf = (/** @type {string} */ name) => folders.find((folder) => name.startsWith(folder)) ?? '';
  const isJoint = (/** @type {string} */ name) =>
    folderOf(name) !== '' && joint.test(name.slice(folderOf(name).length));
  // Services first: of two classes with one name, the bundler renames the second, and messages name services by class.
  const joined = [true, false].flatMap((isServices) =>
    ofModules.filter((name) => isJoint(name) && name.includes('/services.') === isServices),
  );
  const moduleOf = (/** @type {string} */ name) => folderOf(name).split('/').at(-2) ?? '';
  const placedFiles = [...Object.values(entryPoints), ...started, ...ofModules.filter((name) => single.test(name))];
  const entries = placedFiles.filter((name) => files.includes(name));
  return { files, joined, moduleOf, entries, modules: [...new Set(joined.map(moduleOf))] };
}

/** @typedef {ReturnType<typeof layoutOf>} Layout */

/** @param {Part} part @param {Layout} layout */
function optionsOf({ outdir, doors = [], external = [], bundled = [], borders }, layout) {
  const isKept = (/** @type {string} */ name) => !bundled.includes(name);
  return /** @satisfies {import('esbuild').BuildOptions} */ ({
    write: false,
    metafile: true,
    entryPoints: [
      ...[...new Set([...layout.entries, ...doors])]
        .filter((name) => !layout.joined.includes(name))
        .map((name) => ({ in: join(sources, name), out: name.replace(/\.m?ts$/, '') })),
      ...layout.modules.map((module) => ({ in: `joined:${module}`, out: `bundled/modules/${module}` })),
    ],
    outbase: sources,
    outdir,
    chunkNames: 'bundled/[hash]',
    assetNames: 'bundled/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    tsconfig: join(root, 'tsconfig.json'),
    ...(!borders && { alias: aliases }),
    external: [...shared.filter(isKept), ...placed.filter(isKept), ...absent, ...external],
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
    plugins: [...(borders ? [borders] : []), joinModules(layout), ownUrls, tables],
  });
}

/**
 * Makes the joined file of each module: the exports of each file by its path below `dist/core/`. Gives renamed classes of
 * resources their names back, which lists of routes show.
 * @param {Layout} layout @returns {Plugin}
 */
function joinModules({ joined, moduleOf }) {
  const setup = (/** @type {import('esbuild').PluginBuild} */ { onResolve, onLoad }) => {
    onResolve({ filter: /^joined:/ }, ({ path }) => ({ path: path.slice('joined:'.length), namespace: 'joined' }));
    onLoad({ filter: /./, namespace: 'joined' }, ({ path: module }) => {
      const ofModule = joined.filter((name) => moduleOf(name) === module);
      const imports = ofModule.map((name, index) => `import * as file${index} from ${JSON.stringify(`./${name}`)};`);
      const files = ofModule.map((name, index) => `${JSON.stringify(compiled(name))}: file${index}`);
      const names = ofModule.flatMap((name, index) => {
        const [, className] = /^export default class (\w+)/m.exec(readFileSync(join(sources, name), 'utf8')) ?? [];
        return className ? [`Object.defineProperty(file${index}.default, 'name', { value: '${className}' });`] : [];
      });
      const contents = `${[...imports, ...names].join('\n')}\nexport const files = {\n${files.join(',\n')}\n};`;
      return { contents, loader: 'js', resolveDir: sources };
    });
  };
  return { name: 'join-modules', setup };
}

/** @param {readonly string[]} names @returns {Promise<[string, string[]][]>} the names of the exports of each file */
export async function exportsOf(names) {
  const entryPoints = names.map((name) => join(sources, name));
  const { metafile } = await build({
    entryPoints,
    outdir: join(root, 'dist/core'),
    write: false,
    metafile: true,
    format: 'esm',
    logLevel: 'error',
  });
  return Object.values(metafile.outputs).map(({ entryPoint = '', exports }) => [named(entryPoint), exports]);
}

/** Returns a file with the exports of a joined file. @param {string} name @param {readonly string[]} exported @param {string} module */
function standIn(name, exported, module) {
  const up = '../'.repeat(name.split('/').length - 1);
  const locals = exported.map((one, index) => `${one}: local${index}`);
  const renamed = exported.map((one, index) => `local${index} as ${one}`);
  return `import { files } from '${up}bundled/modules/${module}.js';
const { ${locals.join(', ')} } = files[${JSON.stringify(compiled(name))}];
export { ${renamed.join(', ')} };
`;
}

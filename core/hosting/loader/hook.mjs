// Loader hook for modules of authors: compiles TypeScript, and resolves `lectern` to the running kernel. Plain
// JavaScript, because it has to load before TypeScript can. Node before 22.15 calls these functions in a separate thread,
// where `next` returns promises; later versions call them synchronously.
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compiler, compileTypeScript } from './compile_typescript.mjs';
import { syntaxErrorText } from './syntax_error.mjs';

/** Entry points of the running kernel by specifier, as URLs; set by `initialize`. @type {Record<string, string>} */
let entryPoints = {};

/** Folder of the running core. */
const core = new URL('../../', import.meta.url).href;

/** Express of the packed kernel, which has no package for it. */
const bundledExpress = new URL('hosting/express.js', core);

/** Folders of core's sources and of the running compiled core. @type {{from: string, to: string} | undefined} */
let compiledCore;

/**
 * Cache for later processes: the folder `kept` for compiled sources below `root`; undefined to compile every source.
 * @type {{ root: string, kept: string } | undefined}
 */
let cache;

/**
 * @param {{
 *   entryPoints: Record<string, string>,
 *   compiledCore?: { from: string, to: string },
 *   cache?: { root: string, kept: string },
 * }} data
 */
export function initialize(data) {
  ({ entryPoints, compiledCore, cache } = data);
}

/**
 * @param {string} specifier
 * @param {import('node:module').ResolveHookContext} context
 * @param {Parameters<import('node:module').ResolveHook>[2]} next
 */
export function resolve(specifier, context, next) {
  const entryPoint = entryPoints[specifier];
  if (entryPoint) return { url: entryPoint, shortCircuit: true };
  const { parentURL } = context;
  if (specifier === 'express' && isOfModule(parentURL))
    return existsSync(bundledExpress)
      ? { url: bundledExpress.href, shortCircuit: true }
      : next(specifier, { ...context, parentURL: import.meta.url });
  const resolved = next(sourceOf(specifier, parentURL), context);
  return resolved instanceof Promise
    ? resolved.then((found) => ofVersion(running(found), parentURL))
    : ofVersion(running(resolved), parentURL);
}

/**
 * Whether a file belongs to a module: it is outside of packages, or in a package of a plugin. Modules get the Express of
 * the kernel, and other packages their own.
 * @param {string | undefined} url
 */
function isOfModule(url = '') {
  const [folder] = /^file:.*\/node_modules\/(@[^/]+\/)?[^/]+\//.exec(url) ?? [];
  if (folder === undefined) return url.startsWith('file:');
  const text = (/** @type {string} */ name) => {
    const file = new URL(name, folder);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  return /"lectern"\s*:\s*\{/.test(text('package.json')) || text('module.json') !== '';
}

/**
 * Gives an imported file the version of its importer, `?reload=2`, so that Node reads the file again after an edit. Core
 * and packages have no versions.
 * @param {import('node:module').ResolveFnOutput} resolved
 * @param {string | undefined} importer
 */
function ofVersion(resolved, importer = '') {
  const [version] = /\?reload=\d+$/.exec(importer) ?? [];
  const { url } = resolved;
  if (version === undefined || !/^file:(?!.*\/node_modules\/)[^?]*$/.test(url)) return resolved;
  return url.startsWith(core) || isInCore(url, importer) ? resolved : { ...resolved, url: url + version };
}

/**
 * Whether a file is below `core/` beside the folder `plugins/` or `custom/` of its importer.
 * @param {string} url
 * @param {string} importer
 */
function isInCore(url, importer) {
  const roots = Array.from(importer.matchAll(/\/(?=(plugins|custom)\/)/g), ({ index }) => importer.slice(0, index));
  return roots.some((root) => url.startsWith(`${root}/core/`));
}

/**
 * Maps source files of core, imported by path, to the running compiled files.
 * @param {import('node:module').ResolveFnOutput} resolved
 * @returns {import('node:module').ResolveFnOutput}
 */
function running(resolved) {
  if (!compiledCore || !resolved.url.startsWith(compiledCore.from)) return resolved;
  const url = resolved.url.replace(compiledCore.from, compiledCore.to).replace(/ts$/, 'js');
  return { ...resolved, url, format: 'module' };
}

/**
 * Returns `./x.ts` for `./x.js` if only the source exists, as TypeScript allows; other specifiers unchanged.
 * @param {string} specifier
 * @param {string | undefined} parent
 */
function sourceOf(specifier, parent) {
  if (!/^\.{1,2}\/.*\.m?js$/.test(specifier) || !parent?.startsWith('file:')) return specifier;
  const source = specifier.replace(/js$/, 'ts');
  const exists = (/** @type {string} */ path) => existsSync(new URL(path, parent));
  return exists(specifier) || !exists(source) ? specifier : source;
}

/**
 * @param {string} url
 * @param {import('node:module').LoadHookContext} context
 * @param {Parameters<import('node:module').LoadHook>[2]} next
 */
export function load(url, context, next) {
  if (!/^file:.*\.m?ts(\?.*)?$/.test(url)) return next(url, context);
  const file = fileURLToPath(url);
  return { format: 'module', source: compileOrRead(readFileSync(file, 'utf8'), file), shortCircuit: true };
}

/**
 * Returns the compiled source, from the cache if it has this source. The cache keeps one version of each file.
 * @param {string} source
 * @param {string} file
 */
function compileOrRead(source, file) {
  if (!cache || !file.startsWith(cache.root)) return compile(source, file);
  const entry = `${cache.kept}/${hash('sha1', file)}.js`;
  const mark = `\n// ${hash('sha1', compiler().version + source)}\n`;
  const kept = existsSync(entry) ? readFileSync(entry, 'utf8') : '';
  if (kept.endsWith(mark)) return kept;
  const compiled = compile(source, file) + mark;
  const written = `${entry}.${process.pid}`;
  try {
    mkdirSync(cache.kept, { recursive: true });
    writeFileSync(written, compiled);
    renameSync(written, entry);
  } catch {
    // Without permission to write, each process compiles.
  }
  return compiled;
}

/**
 * @param {string} source
 * @param {string} filename
 */
function compile(source, filename) {
  compiler();
  try {
    return compileTypeScript(source, { sourcefile: filename, sourcemap: 'inline' }).code;
  } catch (error) {
    throw new SyntaxError(syntaxErrorText(error, filename));
  }
}

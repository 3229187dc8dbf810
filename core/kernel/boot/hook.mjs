// Lets Node load what module authors write: TypeScript as it stands, and `lectern` as the kernel that is running.
// Plain JavaScript, because it is what makes everything else loadable.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import { swcOptions } from './swc_options.mjs';
import { swcProblem } from './swc_problem.mjs';

/** The doors of the running kernel by import specifier, as URLs; set by `initialize`. @type {Record<string, string>} */
let doors = {};

/** Where core's sources stand and where the compiled core that is running does. @type {{from: string, to: string} | undefined} */
let compiledCore;

/** @param {{ doors: Record<string, string>, compiledCore?: {from: string, to: string} }} data */
export function initialize(data) {
  ({ doors, compiledCore } = data);
}

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  const door = doors[specifier];
  if (door) return { url: door, shortCircuit: true };
  const resolved = await resolveEnding(specifier, context, next);
  // A file of core, asked for by path from a module that runs as it was written, is the one that is already running.
  if (compiledCore && resolved.url.startsWith(compiledCore.from)) {
    const url = resolved.url.replace(compiledCore.from, compiledCore.to).replace(/ts$/, 'js');
    return { ...resolved, url, format: 'module' };
  }
  return resolved;
}

/**
 * @param {string} specifier
 * @param {import('node:module').ResolveHookContext} context
 * @param {Parameters<import('node:module').ResolveHook>[2]} next
 */
async function resolveEnding(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    // `import './x.js'` is how TypeScript has long spelled `./x.ts`.
    if (!/^\.{1,2}\/.*\.m?js$/.test(specifier)) throw error;
    return Promise.resolve(next(specifier.replace(/js$/, 'ts'), context)).catch(() => {
      throw error;
    });
  }
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!/^file:.*\.m?ts$/.test(url)) return next(url, context);
  const file = fileURLToPath(url);
  return { format: 'module', source: await compile(await readFile(file, 'utf8'), file), shortCircuit: true };
}

/**
 * @param {string} source
 * @param {string} filename
 */
async function compile(source, filename) {
  const options = { ...swcOptions(filename), sourceMaps: /** @type {const} */ ('inline') };
  const { code } = await transform(source, options).catch((error) => {
    throw new SyntaxError(swcProblem(error, filename));
  });
  return code;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, placed, root } from '../bundle_core.mjs';
import { packages } from './definitions.mjs';

const whole = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** Package whose files are copied into `lectern`, because most of its files are not served. */
export const copied = 'swagger-ui-dist';
/** Packages that the types of `lectern` name. */
const named = ['@opentelemetry/api', '@sinclair/typebox', '@types/express', 'pino'];
/** Packages that only commands and tests for authors need, or that an installation chooses. */
const optional = ['chai', 'esbuild', 'fast-check', 'ioredis', 'mocha', 'openapi-typescript', 'supertest', 'typescript'];

/** @typedef {{ external: readonly string[], outdir: string }} Built Packages that are not bundled, and the folder of the built files. */

/**
 * The `package.json` of a package. Dependencies are what the built files import, in the versions of this repository.
 * @param {import('./definitions.mjs').PackageDefinition} one
 * @param {Built} built
 */
export function manifestOf({ name, description, doors, lectern }, built) {
  const { version, license, engines } = whole;
  const imported = loadedPackages(built);
  // Later packages are no optional peers, because npm looks for those in the registry.
  const needed = packages.slice(
    0,
    packages.findIndex((one) => one.name === name),
  );
  const chosen = imported.filter((one) => optional.includes(one));
  const required = imported.filter((one) => !optional.includes(one));
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines,
    exports: {
      ...Object.fromEntries(Object.entries(doors).map(exported)),
      './types/*': './types/*',
      './package.json': './package.json',
    },
    ...(name === 'lectern' && { bin: { lectern: 'dist/core/cli/main.js' } }),
    ...(lectern && { lectern }),
    dependencies: versions([...required, ...(name === 'lectern' ? named : [])]),
    peerDependencies: { ...Object.fromEntries(needed.map((one) => [one.name, version])), ...versions(chosen, version) },
    // What `lectern new` writes into other packages.
    ...(name === 'lectern' && { devDependencies: { ...whole.devDependencies, ...versions(optional) } }),
    peerDependenciesMeta: Object.fromEntries(chosen.map((one) => [one, { optional: true }])),
  };
}

/** The `package.json` of `create-lectern`. */
export const creatorManifest = {
  name: 'create-lectern',
  version: whole.version,
  description: 'Writes a new host of lectern: npm create lectern <folder>',
  license: whole.license,
  type: 'module',
  engines: whole.engines,
  bin: { 'create-lectern': 'create.mjs' },
  dependencies: { lectern: whole.version },
};

/** @param {[string, string]} door */
function exported([subpath, file]) {
  const stem = file.replace(/\.ts$/, '');
  return [subpath, { types: `./types/${stem}.d.ts`, default: `./dist/core/${stem}.js` }];
}

/** @param {readonly string[]} names @param {string} own version of the packages of this project */
function versions(names, own = whole.version) {
  const known = { ...whole.devDependencies, ...whole.dependencies };
  return Object.fromEntries([...names].sort().map((one) => [one, known[one] ?? own]));
}

/**
 * Names of the packages that built files load: packages that the bundler has left out, and those that scripts import.
 * @param {Built} built
 */
function loadedPackages({ external, outdir }) {
  const files = filesBelow(outdir).filter((file) => /js$/.test(file));
  const texts = files.map((file) => ({ text: readFileSync(file, 'utf8'), isScript: file.endsWith('.mjs') }));
  const isLoaded = (/** @type {string} */ name) => {
    const load = new RegExp(`(?:\\(|from|import)\\s*['"]${name}(/[^'"]*)?['"]`);
    const isNamed = (/** @type {boolean} */ inBundles) =>
      texts.some(({ text, isScript }) => (isScript || inBundles) && load.test(text));
    return external.includes(name) || isNamed([...placed, ...optional].includes(name));
  };
  return Object.keys({ ...whole.dependencies, ...whole.devDependencies }).filter(
    (name) => isLoaded(name) && name !== copied,
  );
}

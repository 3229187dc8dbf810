/**
 * Makes the packages of this project: writes each into a folder of `.cache/packages/`, and packs it as a tarball beside the
 * folder. Requires the built pages of `npm run build`.
 *
 *     node core/cli/build/packages/pack.mjs [--without-types]
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleCore, filesBelow, named, root, sources } from '../bundle_core.mjs';
import { bordersOf } from './borders.mjs';
import { writeDeclarations } from './declarations.mjs';
import { ownerOf, packages } from './definitions.mjs';
import { copied, creatorManifest, manifestOf } from './manifest.mjs';

const staged = join(root, '.cache/packages');
/** @param {string} name */
const folderOf = (name) => join(staged, name.replace('@', '').replace('/', '-'));

rmSync(staged, { recursive: true, force: true });
for (const one of packages) await stage(one);
const doors = packages.flatMap((one) => Object.values(one.doors));
if (!process.argv.includes('--without-types')) writeDeclarations(doors, folderOf);
stageCreator();
for (const name of [...packages.map((one) => one.name), 'create-lectern'])
  execFileSync('npm', ['pack', '--silent', '--pack-destination', staged], {
    cwd: folderOf(name),
    stdio: ['ignore', 1, 2],
  });

/** @param {import('./definitions.mjs').PackageDefinition} one */
async function stage(one) {
  const folder = folderOf(one.name);
  const owns = (/** @type {string} */ name) =>
    (name === 'index.ts' || name.includes('/')) &&
    !/\/app\/|^cli\/build\/(packages|bundle)|\.test\.ts$/.test(name) &&
    ownerOf(name) === one;
  const outdir = join(folder, 'dist/core');
  const kept = Object.values(one.doors);
  const external = await bundleCore({
    outdir,
    owns,
    doors: kept,
    bundled: ['express', 'awilix'],
    borders: bordersOf(one),
  });
  // Files that are read by their path: manifests, examples and pictures.
  for (const name of filesBelow(sources).map(named).filter(owns))
    if (!/\.([mc]?ts|mjs|tsx|css|html)$/.test(name)) cpSync(join(sources, name), join(outdir, name));
  for (const name of one.folders.flatMap((group) => readdirSync(join(sources, group))))
    if (existsSync(join(root, 'dist/pages', name)))
      cpSync(join(root, 'dist/pages', name), join(folder, 'dist/pages', name), { recursive: true });
  if (one.name === 'lectern') {
    copyReferencePage(folder);
    // Settings for the types of plugins and hosts.
    cpSync(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  }
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'README.md'), `# ${one.name}\n\n${one.description}.\n`);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(one, { external, outdir }), null, 2)}\n`);
}

/** The package of the command `npm create lectern`. */
function stageCreator() {
  const folder = folderOf('create-lectern');
  mkdirSync(folder);
  cpSync(join(import.meta.dirname, 'create.mjs'), join(folder, 'create.mjs'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(creatorManifest, null, 2)}\n`);
}

/** Copies the files of the API reference, with their licence. @param {string} folder */
function copyReferencePage(folder) {
  const from = join(root, 'node_modules', copied);
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png', 'LICENSE', 'NOTICE'])
    cpSync(join(from, name), join(folder, 'dist/pages', copied, name));
}

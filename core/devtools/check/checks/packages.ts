import { existsSync, readdirSync, realpathSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, dirname, relative, sep } from 'node:path';
import { packageFolder, readOwnJson } from '../../../hosting/internals.ts';
import { failed, type Check, type CheckFinding, warned } from '../check.ts';
import type { Subject } from '../subject.ts';
import { codeFilesIn } from '../../../cli/index.ts';
import { shown } from '../target.ts';

/** Packages that a process must load only once, because a second copy has separate classes and registries. */
const packages = [
  'lectern',
  'express',
  'awilix',
  'tsyringe',
  'reflect-metadata',
  'knex',
  'pg',
  '@electric-sql/pglite',
  '@sinclair/typebox',
  'ajv',
  'pino',
  'prom-client',
];

export const ownPackages: Check = {
  name: 'packages',
  about: "it brings no second copy of the kernel's packages, and imports no files of other modules",
  run: (subject) => ({ findings: [...declared(subject), ...installed(subject), ...foreignImports(subject)] }),
};

function declared(subject: Subject): CheckFinding[] {
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = packageFile(subject.target.folder);
  const file = subject.file('package.json');
  const isOptional = (name: string) => peerDependenciesMeta[name]?.optional === true;
  return packages.flatMap((name) => {
    if (name in dependencies || name in optionalDependencies) {
      const fix =
        'take it out of the dependencies; import what you need from "lectern", or move it to "devDependencies" and keep its folder out of node_modules here';
      return [failed(file, `the module depends on "${name}", which npm would install once more`, fix)];
    }
    const isPublished = !subject.target.inPlace && name === 'lectern';
    if (!(name in peerDependencies) || isOptional(name) || isPublished) return [];
    const fix =
      name === 'lectern'
        ? 'take it out of "peerDependencies"; "engines.lectern" in module.json is the range of kernels'
        : `add "peerDependenciesMeta": { "${name}": { "optional": true } }, so that npm does not install it`;
    return [failed(file, `npm installs the peer dependency "${name}" once more, in this folder`, fix)];
  });
}

function installed(subject: Subject): CheckFinding[] {
  const { root, folder } = subject.target;
  return packages
    .filter((name) => isSecondCopy(join(folder, 'node_modules', name), [...copiesOf(name, root), root]))
    .map((name) => {
      const [message, fix] = originOf(name, folder);
      return failed(subject.file(`node_modules/${name}`), `this is a second copy of "${name}"${message}`, fix);
    });
}

/** End of the message about a second copy, and the fix. The end names the package that requires the copy, if known. */
function originOf(name: string, folder: string): readonly [message: string, fix: string] {
  const all = installedIn(folder).map((one) => [one, packageFile(join(folder, 'node_modules', one))] as const);
  const [peer] = all.filter(([, { peerDependencies = {} }]) => name in peerDependencies).map(([one]) => one);
  const [owner] = all.filter(([, { dependencies = {} }]) => name in dependencies).map(([one]) => one);
  if (owner !== undefined)
    return [
      `, which "${owner}" depends on`,
      `replace "${owner}" by a package that has "${name}" as a peer dependency; its classes are not those of the kernel`,
    ];
  if (peer !== undefined)
    return [
      `, which npm installs as a peer dependency of "${peer}"`,
      `write legacy-peer-deps=true into .npmrc of the module, remove node_modules and package-lock.json, and run npm install: "${peer}" then finds the copy of the installation`,
    ];
  return [
    '',
    'remove this folder; the module then imports the copy of the installation, and "lectern" is always the running kernel',
  ];
}

/** Names of the packages in `node_modules` of the module, including scoped packages. */
function installedIn(folder: string): string[] {
  const place = join(folder, 'node_modules');
  return namesIn(place).flatMap((name) =>
    name.startsWith('@') ? namesIn(join(place, name)).map((one) => `${name}/${one}`) : [name],
  );
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

interface PackageFile {
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
  readonly peerDependencies?: object;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

function packageFile(folder: string): PackageFile {
  return readOwnJson(folder, 'package.json') ?? {};
}

/** Folders of a package as the installation and the running Lectern find it. */
function copiesOf(name: string, root: string): string[] {
  const found = [root, packageFolder].map((place) =>
    createRequire(join(place, 'package.json'))
      .resolve.paths(name)
      ?.map((path) => join(path, name))
      .find(existsSync),
  );
  return found.filter((path) => path !== undefined);
}

/** Whether a package exists in the module, and is none of the originals nor a link to one. */
function isSecondCopy(copy: string, originals: readonly string[]): boolean {
  return existsSync(copy) && !originals.map((path) => realpathSync(path)).includes(realpathSync(copy));
}

const imported = /\bfrom\s*(['"])(\.[^'"]*)\1|\bimport\s*\(?\s*(['"])(\.[^'"]*)\3/g;

/**
 * Findings for imports by paths that leave the folder of a plugin. Other modules may extend classes of each other.
 */
function foreignImports({ target }: Subject): CheckFinding[] {
  if (target.layer !== 'plugins') return [];
  return codeFilesIn(target.folder).flatMap((path) =>
    Array.from(readFileSync(path, 'utf8').matchAll(imported), ([, , from, , called]) => from ?? called ?? '')
      .filter((given) => relative(target.folder, join(dirname(path), given)).startsWith(`..${sep}`))
      .map((given) =>
        warned(
          shown(target, relative(target.folder, path)),
          `it imports "${given}", which is not in the folder of the plugin, so the plugin only runs beside that file`,
          'import from "lectern" or "lectern/core"; an override calls original(), see docs/plugins/overriding.md',
        ),
      ),
  );
}

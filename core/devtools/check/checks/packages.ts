import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnFile } from 'lectern/host';
import { failed, type Check, type Finding } from '../check.ts';
import type { Subject } from '../subject.ts';

/** Packages that must exist only once, because a second copy has separate classes and registries. */
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

/** Check: the module contains no second copy of packages that the kernel uses. */
export const ownPackages: Check = {
  name: 'packages',
  about: "it brings no second copy of the kernel's packages",
  weight: 5,
  run: (subject) => ({ findings: [...declared(subject), ...installed(subject)] }),
};

function declared(subject: Subject): Finding[] {
  const { dependencies = {}, optionalDependencies = {} } = packageFile(subject);
  const names = { ...dependencies, ...optionalDependencies };
  return packages
    .filter((name) => name in names)
    .map((name) =>
      failed(
        subject.file('package.json'),
        `the module depends on "${name}", which npm would install once more`,
        'take it out of "dependencies"; import what you need from "lectern", or move it to "devDependencies" and keep its folder out of node_modules here',
      ),
    );
}

function packageFile({ target }: Subject): { dependencies?: object; optionalDependencies?: object } {
  try {
    return JSON.parse(readOwnFile(target.folder, 'package.json')) as object;
  } catch {
    return {};
  }
}

function installed(subject: Subject): Finding[] {
  const { root, folder } = subject.target;
  return packages
    .filter((name) => isSecondCopy(join(folder, 'node_modules', name), join(root, 'node_modules', name), root))
    .map((name) =>
      failed(
        subject.file(`node_modules/${name}`),
        `this is a second copy of "${name}"`,
        'remove it; "lectern" leads to the running kernel wherever the module stands',
      ),
    );
}

/** Whether a package exists in the module, and is no symbolic link to the package of the installation. */
function isSecondCopy(copy: string, original: string, root: string): boolean {
  if (!existsSync(copy)) return false;
  const originals = [original, root].filter(existsSync).map((path) => realpathSync(path));
  return !originals.includes(realpathSync(copy));
}

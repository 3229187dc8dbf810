import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sources } from '../bundle_core.mjs';

/**
 * @typedef {object} PackageDefinition A package made of folders of `core/`.
 * @property {string} name
 * @property {string} description
 * @property {readonly string[]} folders
 * @property {Readonly<Record<string, string>>} doors entry points: subpath to file of `core/`
 * @property {object} [lectern] how a host finds the modules of the package
 */

/** Entry points for the modules of a group: `./users` to `platform/users/index.ts`. @param {string} group */
function doorsOf(group) {
  const modules = readdirSync(join(sources, group)).filter((name) =>
    existsSync(join(sources, group, name, 'index.ts')),
  );
  return Object.fromEntries(modules.map((name) => [`./${name}`, `${group}/${name}/index.ts`]));
}

/** The packages of this project, each after those that it needs. @type {readonly PackageDefinition[]} */
export const packages = [
  {
    name: 'lectern',
    description:
      'A small kernel that hosts REST resources from folders, packages and code, with its command and test kit',
    folders: ['kernel', 'hosting', 'cli', 'operations', 'devtools', 'testing'],
    doors: {
      '.': 'kernel/index.ts',
      './core': 'index.ts',
      './host': 'hosting/index.ts',
      './testing': 'testing/index.ts',
      './express': 'hosting/express.ts',
      './internals': 'hosting/internals.ts',
      './internals/cli': 'cli/index.ts',
      './internals/operations': 'operations/index.ts',
    },
  },
  {
    name: '@lectern/infrastructure',
    description: 'Modules for hosts of lectern: database, events, jobs, limits, settings, files, mail, audit, console',
    folders: ['infrastructure'],
    doors: {
      '.': 'infrastructure/index.ts',
      ...doorsOf('infrastructure'),
      './database/preload/begin_thread': 'infrastructure/database/preload/begin_thread.ts',
      './database/preload/open_database': 'infrastructure/database/preload/open_database.ts',
    },
    lectern: { modules: 'dist/core/infrastructure', load: 'required' },
  },
  {
    name: '@lectern/platform',
    description: 'The learning platform on lectern: users, articles, courses, exercises, orders, payments',
    folders: ['platform'],
    doors: { '.': 'platform/index.ts', ...doorsOf('platform') },
    lectern: { modules: 'dist/core/platform', load: 'all', with: ['console'] },
  },
];

/** The package that a file of `core/` belongs to. @param {string} name */
export function ownerOf(name) {
  const found = packages.find(
    ({ folders, doors }) =>
      folders.some((folder) => name.startsWith(`${folder}/`)) || Object.values(doors).includes(name),
  );
  if (found) return found;
  throw new Error(`core/${name} belongs to no package; name its folder in core/cli/build/packages/definitions.mjs.`);
}

/** Specifier under which other packages import a file of `core/`. @param {string} name @throws Error for an inner file */
export function specifierOf(name) {
  const found = doorOf(name);
  if (found) return found;
  throw new Error(`core/${name} is no entry point of ${ownerOf(name).name}; import its index.ts.`);
}

/** Specifier of the types of a file, of an inner file as well: a declaration may name any type. @param {string} name */
export function typesOf(name) {
  return doorOf(name) ?? `${ownerOf(name).name}/types/${name.replace(/\.(m?)ts$/, '.d.$1ts')}`;
}

/** @param {string} name */
function doorOf(name) {
  const { name: owner, doors } = ownerOf(name);
  const [subpath] = Object.entries(doors).find(([, file]) => file === name) ?? [];
  return subpath === undefined ? undefined : owner + subpath.slice(1);
}

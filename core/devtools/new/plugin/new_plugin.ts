import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { folderInCore, kernelVersion, readOwnJson } from '../../../hosting/internals.ts';
import type { Made, NewFiles } from '../files.ts';
import { namesOf, type PluginNames, type PluginTerms } from './names.ts';
import { test } from './test.ts';
import { failures, migration, readme, resource, service, shape, subscriber } from './texts.ts';

/**
 * Returns the files of a new plugin, and the commands to run next.
 * @throws Error when the name is invalid or taken, or the installation has no module `database`
 */
export function newPlugin(root: string, name: string): Made {
  const names = namesOf(name);
  refuseCore(root, name);
  if (existsSync(join(root, 'plugins', name)))
    throw new Error(`Nothing was written, because plugins/${name} exists; choose another name.`);
  if (folderInCore(root, 'database') === undefined)
    throw new Error(
      `Nothing was written, because ${root} has no module "database"; install @lectern/infrastructure, or name an installation with --root.`,
    );
  const next = [`npx lectern test ${name}`, `npx lectern check plugins/${name}`, 'npm run dev'];
  const own = Object.entries(filesOfPlugin(root, names, { commands: next, platform: true }));
  const files = Object.fromEntries(own.map(([path, text]) => [`plugins/${name}/${path}`, text]));
  return { folder: root, files, next };
}

/** Refuses the name of a module of core, and "custom". @throws Error */
export function refuseCore(root: string, name: string): void {
  if (name === 'custom' || existsSync(join(root, 'core', name)) || folderInCore(root, name)) {
    throw new Error(`"${name}" is the name of a module of another layer; choose another name for the plugin.`);
  }
}

/**
 * Returns the files of a new plugin, by paths in its folder: a small working example of each common part.
 * @throws Error when `root` is no installation, or has no module `database`
 */
export function filesOfPlugin(root: string, names: PluginNames, terms: PluginTerms): NewFiles {
  return {
    'module.json': manifest(root, names),
    'migrations/001_notes.ts': migration(names),
    'failures.ts': failures,
    'shapes/note.ts': shape(names),
    'services/notes.ts': service(names),
    'resources/notes.ts': resource(names),
    'subscribers/log_note.ts': subscriber(names),
    'test/resources/notes.test.ts': test(names, terms),
    'README.md': readme(names, terms),
  };
}

function manifest(root: string, { plugin, table }: PluginNames): string {
  const version = (module: string) => {
    const folder = folderInCore(root, module);
    const { version: own } = (folder && readOwnJson(folder, 'module.json')) || {};
    return typeof own === 'string' ? own : kernelVersion;
  };
  return `{
  "name": "${plugin}",
  "version": "0.1.0",
  "description": "Notes that users keep for themselves.",
  "engines": { "lectern": "^${kernelVersion}" },
  "requires": { "database": "^${version('database')}", "events": "^${version('events')}" },
  "uses": { "services": ["database", "events"] },
  "tables": { "${table}": "by user_id" }
}
`;
}

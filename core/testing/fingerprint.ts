import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { Zone } from 'lectern';
import { filesBelow, findFolders, loadConfig } from '../hosting/internals.ts';
import { pgliteVersion } from '../infrastructure/database/index.ts';
import { tableSnapshotSql } from './table_snapshot_sql.ts';

const counts = /\.(ts|mts|js|mjs|cjs|json)$/;
// Folders that affect neither the tables nor the demo data.
const without = new Set(['resources', 'shapes', 'subscribers', 'commands', 'public', 'dist']);

/**
 * Digest of module files, test configuration, PGlite version and snapshot SQL: a database snapshot file is valid for one
 * digest. Includes services, because demo data calls them.
 * @param excluded names of plugins to leave out, or `custom`
 */
export function fingerprintOf(root: string, excluded: readonly string[]): string {
  const hash = createHash('sha256').update(pgliteVersion()).update(tableSnapshotSql);
  for (const file of filesOf(root, new Set(excluded)).sort()) {
    hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 24);
}

/** Number of the present day in the zone of an installation. Demo data contain dates near the day on which they are loaded. */
export function demoDay(root: string, now = new Date()): number {
  const { zone } = loadConfig({ root, env: { NODE_ENV: 'test' }, overrides: {} }).config;
  return new Zone(zone).dayOf(now);
}

function filesOf(root: string, excluded: ReadonlySet<string>): string[] {
  const modules = findFolders({ root, without: [...excluded] }).folders;
  const isCounted = (path: string) => counts.test(path) && !path.split(sep).some((part) => without.has(part));
  const all = modules.flatMap(({ folder }) => filesBelow(folder).filter((file) => isCounted(relative(folder, file))));
  const config = ['default.json', 'test.json']
    .map((name) => join(root, 'config', name))
    .filter((file) => existsSync(file));
  return [...all, ...config];
}

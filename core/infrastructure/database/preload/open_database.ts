import { join, resolve } from 'node:path';
import { folderInCore, loadConfig, loadSection, readTree } from '../../../hosting/internals.ts';
import { IN_MEMORY, type DatabaseConfig } from '../config.ts';
import { holdsCluster } from '../embedded/opened_folder.ts';
import { preloadFolder } from '../embedded/preloaded_folder.ts';
import { dropThread } from '../embedded/engine_thread.ts';

export { closeUntaken } from '../embedded/preloaded_folder.ts';

/**
 * Starts to open the existing folder of the embedded database while the modules load. Creates no database, because a
 * failed start must leave no new folder behind. Ends the idle engine thread if the installation uses no such folder.
 * @param root folder of the installation
 */
export function preloadDatabase(root: string): void {
  const folder = folderOf(root);
  if (folder === undefined) dropThread();
  else if (holdsCluster(folder)) preloadFolder(folder);
}

/** The folder that the installation will open; undefined for none, or for invalid settings, which the start reports. */
function folderOf(root: string): string | undefined {
  const module = folderInCore(root, 'database');
  if (process.env['DATABASE_URL'] || module === undefined) return undefined;
  const { env } = process;
  const { config, environment } = loadConfig({ root, env, overrides: {} });
  const schema = readTree(join(module, 'module.json'))['config'] as object;
  const { section, problems } = loadSection(schema, config.modules['database'] ?? {}, { env, overrides: {} });
  // oxlint-disable-next-line lectern/no-cast-by-unknown -- checked in the next line
  const { url, dataDir, allowEmbeddedInProduction } = section as unknown as DatabaseConfig;
  if (problems.length > 0 || url || (environment === 'production' && !allowEmbeddedInProduction)) return undefined;
  return dataDir === IN_MEMORY ? undefined : resolve(dataDir);
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from '../../kernel/base/tree.ts';
import { readTree } from '../config/config_file.ts';
import { replaceJson } from '../config/replace_json.ts';

/** File that records the plugins of an installation: where each comes from, and what it may use. */
export const pluginRecordsFile = 'plugins.json';

/** A plugin as `plugins.json` records it. */
export interface PluginRecord {
  /** Name of the npm package; undefined for a folder in `plugins/`. */
  readonly package?: string;
  readonly version: string;
  /** Integrity of the package as npm computes it, such as `sha512-...`; undefined for a folder. */
  readonly integrity?: string | undefined;
  /** Address or file that the package came from. */
  readonly source?: string | undefined;
  /** What the plugin may use beyond its own addresses and tables. */
  readonly granted?: Tree;
}

export type PluginRecords = Readonly<Record<string, PluginRecord>>;

/** Reads the records, by the names of the plugins. @throws Error when the file cannot be read */
export function readPluginRecords(root: string): PluginRecords {
  const file = join(root, pluginRecordsFile);
  return existsSync(file) ? (readTree(file) as PluginRecords) : {};
}

/** Rewrites the records. @param change receives the present records @throws Error when the file cannot be read or written */
export function changePluginRecords(root: string, change: (records: PluginRecords) => PluginRecords): void {
  replaceJson(join(root, pluginRecordsFile), change(readPluginRecords(root)));
}

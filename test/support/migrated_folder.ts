import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unpack } from '../../core/infrastructure/database/embedded/archive.mjs';
import { snapshotOf } from '../../core/testing/snapshot.ts';
import { projectRoot } from './platform.ts';

/**
 * Fills an empty data folder with the migrated database of the platform, in a fraction of the time of a first start.
 * @param dataDir value of DATA_DIR
 */
export async function fillFolder(dataDir: string, { demo }: { readonly demo: boolean }): Promise<void> {
  const snapshot = await snapshotOf({ root: projectRoot, demo, without: [] });
  if (snapshot !== undefined) unpack(join(dataDir, 'postgres'), gunzipSync(readFileSync(snapshot)));
}

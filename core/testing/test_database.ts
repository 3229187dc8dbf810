import { makeDatabase, type OwnDatabase } from '../infrastructure/database/index.ts';
import { demoDay, fingerprintOf } from './fingerprint.ts';
import type { SnapshotOf } from './snapshot.ts';

/** A database for one test kernel: a new database on the server of `TEST_DATABASE_URL`, or an embedded one in memory. */
export interface TestDatabase {
  /** Environment variables that let a kernel use this database. */
  readonly env: Readonly<Record<string, string>>;
  readonly isEmbedded: boolean;
  clear(): Promise<void>;
}

const NO_SUCH_DATABASE = '3D000';

/** Creates a database. On a server, copies the template of the installation if the server has it. */
export async function makeTestDatabase(wanted: SnapshotOf): Promise<TestDatabase> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  if (!serverUrl) return { env: { DATA_DIR: 'memory' }, isEmbedded: true, clear: () => Promise.resolve() };
  const own = await (wanted.demo ? copyOf(serverUrl, templateName(wanted)) : makeDatabase(serverUrl));
  return { env: { DATABASE_URL: own.url }, isEmbedded: false, clear: () => own.drop() };
}

/** Name on a server of the migrated database of an installation, with the demo data of today. The test kit copies it only. */
export function templateName({ root, without }: Omit<SnapshotOf, 'demo'>): string {
  return `lectern_template_${demoDay(root)}_${fingerprintOf(root, without)}`;
}

async function copyOf(serverUrl: string, template: string): Promise<OwnDatabase> {
  try {
    return await makeDatabase(serverUrl, template);
  } catch (error) {
    if ((error as { code?: string }).code !== NO_SUCH_DATABASE) throw error;
    return makeDatabase(serverUrl);
  }
}

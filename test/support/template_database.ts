import { fill } from '../../core/testing/snapshot.ts';
import { templateName } from '../../core/testing/test_database.ts';
import { projectRoot } from './platform.ts';
import { ask, createDatabase, databaseName, dropDatabase } from './test_database.ts';

const DUPLICATE_DATABASE = '42P04';
const installation = { root: projectRoot, demo: true, without: [] };
const name = templateName(installation);

/** Creates the template on a server. Renames a filled database, so that no other run copies an incomplete one. */
export async function makeTemplate(server: string): Promise<void> {
  const url = await createDatabase(server);
  await fill(installation, { DATABASE_URL: url });
  try {
    await ask(server, `alter database ${databaseName(url)} rename to ${name}`);
  } catch (error) {
    if ((error as { code?: string }).code !== DUPLICATE_DATABASE) throw error;
    await dropDatabase(server, url);
  }
}

/** Drops the template. Other runs on the server then run the migrations for each test kernel. */
export async function dropTemplate(server: string): Promise<void> {
  await ask(server, `drop database if exists ${name}`);
}

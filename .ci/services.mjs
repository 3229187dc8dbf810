// Prints a shell command that exports TEST_DATABASE_URL and TEST_REDIS_URL: the servers of DATABASE_URL and REDIS_URL, or
// else those of this machine, which are started if necessary. Exits with 1 when a server does not answer.
import { reachServers } from '../test/support/servers.mjs';

const quote = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`;
try {
  const { DATABASE_URL: database, REDIS_URL: redis } = process.env;
  const addresses = Object.entries(await reachServers({ database, redis }));
  console.log(`export ${addresses.map(([name, url]) => `${name}=${quote(url)}`).join(' ')}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

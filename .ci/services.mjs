// Finds or starts PostgreSQL and Redis, and prints their URLs as shell assignments. Exits with 1 and the name of the
// service when one does not answer.
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

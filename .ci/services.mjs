// Makes sure that PostgreSQL and Redis answer, and prints both addresses as shell assignments. Ends with the name of the service
// that stays silent.
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

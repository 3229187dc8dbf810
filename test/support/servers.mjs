// Finds or starts the PostgreSQL and Redis servers for the servers ring.
import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const LOCAL_DATABASE = 'postgres://postgres@127.0.0.1:5432/test';
const LOCAL_REDIS = 'redis://127.0.0.1:6379';

const commands = {
  PostgreSQL: [
    `pg_lsclusters -h | while read version name rest; do pg_ctlcluster "$version" "$name" start; done`,
    'service postgresql start',
    'pg_ctl start -w -D "${PGDATA:?}"',
  ],
  Redis: ['redis-server --daemonize yes --save "" --dir /tmp', 'service redis-server start'],
};

/** @param {string} url */
async function query(url, sql = 'select 1') {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Connects to the database of the tests, and creates a missing database. @param {string} database */
async function reachDatabase(database) {
  await query(database).catch(async (error) => {
    if (error.code !== '3D000') throw error;
    const server = new URL(database);
    const name = decodeURIComponent(server.pathname.slice(1));
    server.pathname = '/postgres';
    await query(server.href, `create database "${name.replaceAll('"', '""')}"`);
  });
}

/** Succeeds for any answer of Redis, also for one that demands a password. @param {string} redis */
function reachRedis(redis) {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(redis);
    const socket = connect(Number(port) || 6379, hostname, () => socket.write('PING\r\n'));
    socket.setTimeout(3000, () => socket.destroy(new Error('no answer to PING')));
    socket.once('error', reject).once('data', (data) => resolve(socket.destroy() && data));
  });
}

/** @param {keyof typeof commands} service @param {() => Promise<unknown>} reach @param {boolean} isGiven */
async function ensure(service, reach, isGiven) {
  let problem = await reach().then(() => null, String);
  for (const command of problem && !isGiven ? commands[service] : []) {
    spawnSync('sh', ['-c', command], { stdio: ['ignore', 2, 2] });
    for (let tries = 0; problem && tries < 10; tries++) {
      await sleep(500);
      problem = await reach().then(() => null, String);
    }
    if (!problem) break;
  }
  if (!problem) return;
  const variable = service === 'Redis' ? 'TEST_REDIS_URL' : 'TEST_DATABASE_URL';
  throw new Error(
    `${service} does not answer: ${problem}. Start ${service}, or set ${variable} to the address of another server.`,
  );
}

/**
 * Ensures that both servers answer. Without a given address, starts an installed server.
 * @param {{ database?: string | undefined, redis?: string | undefined }} given addresses of other servers
 * @returns the environment of tests that use them
 * @throws Error with the name of the server that does not answer, and the fix
 */
export async function reachServers(given) {
  const database = given.database || LOCAL_DATABASE;
  const redis = given.redis || LOCAL_REDIS;
  await ensure('PostgreSQL', () => reachDatabase(database), Boolean(given.database));
  await ensure('Redis', () => reachRedis(redis), Boolean(given.redis));
  return { TEST_DATABASE_URL: database, TEST_REDIS_URL: redis };
}

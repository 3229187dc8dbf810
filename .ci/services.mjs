// Makes sure that PostgreSQL and Redis answer, starts what is installed if they don't, and prints both addresses as
// shell assignments. Ends with the name of the service that stays silent.
import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const database = process.env.DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/test';
const redis = process.env.REDIS_URL || 'redis://127.0.0.1:6379';

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

/** A server without the database that the tests want is given it. */
async function reachDatabase() {
  await query(database).catch(async (error) => {
    if (error.code !== '3D000') throw error;
    const server = new URL(database);
    const name = decodeURIComponent(server.pathname.slice(1));
    server.pathname = '/postgres';
    await query(server.href, `create database "${name.replaceAll('"', '""')}"`);
  });
}

/** An answer of any kind will do; a password, if there is one, is the tests' affair. */
function reachRedis() {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(redis);
    const socket = connect(Number(port) || 6379, hostname, () => socket.write('PING\r\n'));
    socket.setTimeout(3000, () => socket.destroy(new Error('no answer to PING')));
    socket.once('error', reject).once('data', (data) => resolve(socket.destroy() && data));
  });
}

/** @param {keyof typeof commands} service @param {() => Promise<unknown>} reach @param {boolean} given */
async function ensure(service, reach, given) {
  let problem = await reach().then(() => null, String);
  for (const command of problem && !given ? commands[service] : []) {
    spawnSync('sh', ['-c', command], { stdio: ['ignore', 2, 2] });
    for (let tries = 0; problem && tries < 10; tries++) {
      await sleep(500);
      problem = await reach().then(() => null, String);
    }
    if (!problem) break;
  }
  if (!problem) return;
  console.error(`${service} does not answer: ${problem}`);
  process.exit(1);
}

await ensure('PostgreSQL', reachDatabase, Boolean(process.env.DATABASE_URL));
await ensure('Redis', reachRedis, Boolean(process.env.REDIS_URL));
const quote = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`;
console.log(`export TEST_DATABASE_URL=${quote(database)} TEST_REDIS_URL=${quote(redis)}`);

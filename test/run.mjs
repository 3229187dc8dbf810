/**
 * Runs a ring of the tests, or a part of it, in as many processes as there are cores; the system ring in one more.
 *
 *     node test/run.mjs behaviour                      *.test.ts: all behaviour, on the embedded database
 *     node test/run.mjs behaviour core/platform/coupons         what belongs to a folder or a file of the sources
 *     node test/run.mjs servers                        *.servers.test.ts: what needs PostgreSQL and Redis, and the contract
 *     node test/run.mjs system                         *.system.test.ts: the product as shipped
 *
 * Options are mocha's: --grep, --reporter, --timeout, --jobs, --bail, --forbid-only, --inspect. In addition, --shuffle
 * with any text runs the files in a random order, which the text repeats.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { reachServers } from './support/servers.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const isTest = /\.test\.ts$/;
/** @type {Record<string, (file: string) => boolean>} */
const rings = {
  behaviour: (file) => !/\.(servers|system)\.test\.ts$/.test(file),
  servers: (file) => file.endsWith('.servers.test.ts') || /^test\/contract\/[^/.]+\.test\.ts$/.test(file),
  system: (file) => file.endsWith('.system.test.ts'),
};
const MAX_WORKER_BYTES = 1e9;
/** Number of files from which a template of the platform's database saves more time than it takes. */
const MANY_FILES = 4;
/**
 * The C library of Linux returns the memory of closed databases. With its own settings it keeps 300 MB of each process,
 * since it stops to allocate large blocks apart once it has freed one.
 */
const givingBack = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' };
/** What takes longest, so that no process is left alone with it at the end. */
const longest = [
  'test/system/',
  'test/docs',
  'test/core/cli/',
  'test/core/devtools/',
  'test/core/operations/',
  'test/core/testing/',
  'test/contract/',
];

const [, , ring = 'behaviour', ...rest] = process.argv;
try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @returns {Promise<number>} the exit code */
async function run() {
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: {
      grep: { type: 'string', short: 'g' },
      reporter: { type: 'string' },
      timeout: { type: 'string' },
      jobs: { type: 'string', short: 'j' },
      bail: { type: 'boolean', short: 'b' },
      'forbid-only': { type: 'boolean' },
      inspect: { type: 'boolean' },
      shuffle: { type: 'string' },
    },
  });
  const { jobs, inspect, shuffle, ...options } = values;
  const files = inOrder(chosenFiles(positionals), shuffle);
  const env = await environment(files.length);
  const workers = inspect ? 1 : Math.min(Number(jobs ?? jobsOfMachine()), files.length);
  const flags = Object.entries(options).map(([name, value]) => (value === true ? `--${name}` : `--${name}=${value}`));
  // In parallel, mocha would count each file without a matching test as a failure.
  const parallel = workers > 1 ? ['--parallel', '--jobs', String(workers)] : ['--fail-zero'];
  const mocha = fileURLToPath(new URL('node_modules/mocha/bin/mocha.js', `file://${root}`));
  const args = [...(inspect ? ['--inspect-brk'] : []), mocha, ...parallel, ...flags, ...files];
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

/** @param {readonly string[]} parts */
function chosenFiles(parts) {
  const belongs = rings[ring];
  if (!belongs) throw new Error(`There is no ring "${ring}"; there are ${Object.keys(rings).join(', ')}.`);
  const all = ['test', 'plugins', 'custom'].flatMap(testsBelow);
  const files = parts.length === 0 ? all.filter(belongs) : parts.flatMap((part) => partOf(all, part));
  return [...new Set(files)];
}

/**
 * In the order of folders, whose files hand platforms on to each other; the longest folders first. With a seed, in a
 * random order.
 * @param {readonly string[]} files @param {string | undefined} seed
 */
function inOrder(files, seed) {
  const byFolder = files.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  if (seed === undefined) return byFolder;
  const place = (/** @type {string} */ file) => createHash('sha256').update(`${seed} ${file}`).digest('hex');
  return byFolder.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}

/** @param {string} file */
function rank(file) {
  const found = longest.findIndex((folder) => file.startsWith(folder));
  return found < 0 ? longest.length : found;
}

/** @param {string} folder @returns {string[]} */
function testsBelow(folder) {
  return readdirSync(root + folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isTest.test(entry.name))
    .map((entry) => relative(root, `${entry.parentPath}/${entry.name}`).replaceAll(sep, '/'))
    .filter((file) => !/(^|\/)(node_modules|fixtures)\//.test(file));
}

/**
 * The tests of a source in the ring, which have its path: below test/ for core, below the test/ of their own for plugins
 * and custom.
 * @param {readonly string[]} all @param {string} part @throws {Error} when there are none
 */
function partOf(all, part) {
  const path = relative(root, part).replaceAll(sep, '/');
  const named = path.replace(/(\.(servers|system))?(\.test)?\.ts$/, '');
  const [, module = '', inside = ''] = /^(plugins\/[^/]+|custom)(\/.*)?$/.exec(named) ?? [];
  const places = [named, `test/${named}`, ...(module ? [`${module}/test${inside}`] : [])];
  const own = all.filter((file) =>
    places.some((place) => file.startsWith(`${place}/`) || file.startsWith(`${place}.`)),
  );
  const found = own.filter((file) => rings[ring]?.(file));
  if (found.length > 0) return found;
  const others = Object.keys(rings).filter((name) => own.some((file) => rings[name]?.(file)));
  const elsewhere = `The ring "${ring}" has no test of "${part}"`;
  if (others.length > 0) throw new Error(`${elsewhere}; its tests are in the ring ${others.join(' and in ')}.`);
  if (existsSync(root + path)) throw new Error(`${elsewhere}; name the folder around it, whose tests run it.`);
  throw new Error(`${elsewhere}, and there is no such source; name a folder or a file as it is called in the sources.`);
}

/** One more for the system ring, whose processes mostly wait: for programs that they have started, and for pages. */
function jobsOfMachine() {
  const wanted = availableParallelism() + (ring === 'system' ? 1 : 0);
  return Math.max(1, Math.min(wanted, Math.floor(totalmem() / MAX_WORKER_BYTES)));
}

/** Nothing that the caller has set decides which database a test gets. @param {number} files */
async function environment(files) {
  const { DATABASE_URL, REDIS_URL, TEST_DATABASE_URL, TEST_REDIS_URL, TEST_DATABASE_TEMPLATE, ...env } = process.env;
  if (ring === 'behaviour') return { ...env, ...givingBack, TEST_KEPT_FOLDERS: '2' };
  if (ring !== 'servers') return env;
  const servers = await reachServers({ database: TEST_DATABASE_URL, redis: TEST_REDIS_URL });
  return { ...env, ...servers, ...(files >= MANY_FILES && { TEST_DATABASE_TEMPLATE: '1' }) };
}

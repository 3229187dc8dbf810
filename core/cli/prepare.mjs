/**
 * Runs before every npm script, on Node's builtins alone, because it is what brings everything else into the folder.
 *
 *     node core/cli/prepare.mjs                        install what is missing
 *     node core/cli/prepare.mjs build                  ... and compile what has changed
 *     node core/cli/prepare.mjs build <file> [args]    ... and go on as that file, in this very process: with a shell's
 *                                                      `&&` in between, SIGTERM would end the shell, not the server
 *
 * Type errors in core end the build. Those in plugins/ and custom/ are printed and passed over: tsc has written
 * JavaScript all the same, and a folder that somebody dropped in must not keep the rest from starting. If that
 * JavaScript is broken too, the kernel sets the plugin aside and names it. `npm run check` accepts no type error at all.
 *
 * Stamps hold content hashes, since an unpacked plugin may be older than the last build; times count besides, because the
 * kernel loads a compiled file only when it is not older than its source. All that is printed goes to stderr:
 * `npm run routes --silent -- --json` owns stdout.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const layers = ['core', 'plugins', 'custom'];
const installed = 'node_modules/.lectern-lock';
const built = 'dist/.lectern-sources';
const lock = '.cache/prepare.lock';

const at = (/** @type {string} */ path) => join(root, path);
const read = (/** @type {string} */ path) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : '');
const hash = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex');
const say = (/** @type {string} */ text) => process.stderr.write(`${text}\n`);

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  stop(`Lectern needs Node 20.19 or newer; this is Node ${process.versions.node}. See https://nodejs.org.`);
}

/** @type {(reason: string, code?: number | null) => never} */
function stop(reason, code = 1) {
  say(reason);
  process.exit(code || 1);
}

function install() {
  const wanted = hash(read('package-lock.json'));
  if (read(installed) === wanted) return;
  locked(() => {
    if (read(installed) === wanted) return;
    if (!holdsAllPackages()) installPackages();
    writeFileSync(at(installed), wanted);
  });
}

/** Somebody may have run `npm ci` or `npm install` by hand: npm's own record then says so, and we need no network. */
function holdsAllPackages() {
  const record = read('node_modules/.package-lock.json');
  if (!record) return false;
  const present = JSON.parse(record).packages;
  return Object.entries(JSON.parse(read('package-lock.json')).packages).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' || optional || devOptional || present[path]?.version === version,
  );
}

function installPackages() {
  say('Installing packages with npm ci, as after each change of package-lock.json ...');
  rmSync(at(installed), { force: true });
  // The build needs the dev dependencies, so NODE_ENV=production or omit=dev in somebody's .npmrc must not drop them.
  const { status, error } = npm('ci', '--include=dev');
  if (status !== 0) stop(`npm ci failed${error ? `: ${error.message}` : ''}; nothing was started.`, status);
}

/** @param {string[]} args */
function npm(...args) {
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { cwd: root, stdio: ['inherit', 2, 2] };
  const running = process.env.npm_execpath ?? '';
  if (/npm-cli\.c?js$/.test(running)) return spawnSync(process.execPath, [running, ...args], options);
  return spawnSync(['npm', ...args].join(' '), { ...options, shell: true });
}

function build() {
  if (isBuilt()) return;
  locked(() => {
    if (isBuilt()) return;
    // Both are taken before tsc reads the files: what is edited meanwhile is then seen to be newer.
    const [started, wanted] = [new Date(), fingerprint()];
    rmSync(at(built), { force: true });
    const passedOver = compile();
    const removed = removeOrphans();
    bundle();
    writeFileSync(at(built), wanted);
    // tsc leaves alone what comes out the same, which would stay older than a source that was merely touched.
    for (const file of filesBelow('dist')) utimesSync(at(file), started, started);
    const notes = [passedOver && `${passedOver} type errors passed over`, removed && `${removed} stale files removed`];
    say(['Built dist/', `${((Date.now() - +started) / 1000).toFixed(1)} s`, ...notes.filter(Boolean)].join(', '));
  });
}

function isBuilt() {
  if (read(built) !== fingerprint()) return false;
  const { mtimeMs } = statSync(at(built));
  return sources().every((file) => statSync(at(file)).mtimeMs <= mtimeMs);
}

function fingerprint() {
  const all = ['package.json', 'tsconfig.json', installed, ...sources().sort()];
  return hash(all.map((file) => `${file}\0${read(file)}`).join('\0'));
}

/** A module's tests are not compiled, see tsconfig.json. */
function sources() {
  const files = layers.flatMap(filesBelow);
  return files.filter((file) => /\.([mc]?[jt]s|json)$/.test(file) && !/^(plugins\/[^/]+|custom)\/test\//.test(file));
}

/** @type {(folder: string) => string[]} */
function filesBelow(folder) {
  if (!existsSync(at(folder))) return [];
  return readdirSync(at(folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules') return [];
    return entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : `${folder}/${entry.name}`;
  });
}

/** @returns how many errors of plugins and custom were passed over */
function compile() {
  const tsc = at('node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '--pretty', 'false'], { cwd: root, encoding: 'utf8' });
  // An error is one line plus the indented lines that explain it.
  const errors = status === 0 ? [] : stdout.split(/\r?\n(?=\S)/).filter(Boolean);
  const fatal = errors.filter((error) => !/^(plugins|custom)\//.test(error));
  if (fatal.length || (status !== 0 && !errors.length)) stop(`${fatal.join('\n')}\nThe build failed.`, status);
  // A plugin in plain JavaScript never promised any types; only what cannot even be parsed (TS1xxx) is worth a line.
  const warnings = errors.filter((error) => !/^.+?\.[mc]?js\(\d+,\d+\): error TS(?!1\d{3}:)/.test(error));
  for (const warning of warnings) say(`warning: ${warning.trimEnd()}`);
  return warnings.length;
}

function bundle() {
  const { status } = spawnSync(process.execPath, [at('core/cli/bundle.mjs')], { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) stop('The build failed: core could not be put together; what is wrong stands above.', status);
}

/** Removes what is in dist/ without a source: a deleted resource would live on. @returns how many files */
function removeOrphans() {
  const compiled = layers.flatMap((layer) => filesBelow(`dist/${layer}`));
  const orphans = compiled.filter((file) => !file.startsWith('dist/core/bundled/') && !sourceOf(file));
  for (const file of orphans) rmSync(at(file));
  return orphans.length;
}

/** @param {string} file */
function sourceOf(file) {
  const script = file
    .slice('dist/'.length)
    .replace(/\.map$/, '')
    .replace(/\.d\.([mc]?)ts$/, '.$1js');
  return [script, script.replace(/js$/, 'ts')].find((source) => existsSync(at(source)));
}

/** One process at a time: the others wait and then find the work done. @param {() => void} work */
function locked(work) {
  mkdirSync(at('.cache'), { recursive: true });
  for (let told = false; !take(); told = true) {
    if (!told) say(`Waiting for another process that is installing or building here (${lock}) ...`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  process.once('exit', release);
  work();
  process.off('exit', release);
  release();
}

function release() {
  rmSync(at(lock), { force: true });
}

function take() {
  try {
    writeFileSync(at(lock), String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    // Left behind by a process that was killed; in a restarted container it may even have had our own number.
    const owner = Number(read(lock));
    if (owner && (owner === process.pid || !isAlive(owner))) release();
    return false;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** npm hands SIGTERM to its shell alone, and not every shell passes it on: without the shell, the program is to end too. */
function endWithShell() {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200).unref();
}

refuseOldNode();
const [task, program, ...args] = process.argv.slice(2);
install();
if (task === 'build') build();
if (program) {
  if (process.env.npm_lifecycle_event) endWithShell();
  process.argv = [process.execPath, resolve(program), ...args];
  await import(pathToFileURL(resolve(program)).href);
}

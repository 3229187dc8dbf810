/**
 * Runs before every npm script, with Node's builtins only, because this script installs all other packages.
 *
 *     node core/cli/prepare.mjs                        install missing packages, including those for development
 *     node core/cli/prepare.mjs develop                the same, and build everything if a source has changed
 *     node core/cli/prepare.mjs build                  install only the packages that serving needs, and build
 *     node core/cli/prepare.mjs build <file> [args]    install and build, then run the file in this process, because a
 *                                                      shell after `&&` would not pass on SIGTERM. Exception: with
 *                                                      the argument `start`, the file runs in a child process, which
 *                                                      gets all signals, see supervise.mjs
 *
 * Types are not checked, because a type error in a plugin must not keep the rest from starting. A plugin that cannot be
 * parsed is not built; the kernel loads its sources and reports the error.
 *
 * Stamp files hold content hashes, since an unpacked plugin may be older than the last build. Times are compared as
 * well: the kernel ignores a compiled file older than its source. Output goes to stderr, because stdout belongs to the
 * command that runs afterwards.
 */
import './require_node.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { outliveHangUp } from '../hosting/cluster/hang_up.mjs';
import { whenShellEnds } from '../hosting/cluster/shell.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const layers = ['core', 'plugins', 'custom'];
const installed = 'node_modules/.lectern-lock';
const built = 'dist/.lectern-sources';
const chunks = 'dist/core/bundled';
const lock = '.cache/prepare.lock';

const at = (/** @type {string} */ path) => join(root, path);
const read = (/** @type {string} */ path) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : '');
const hash = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex');
const say = (/** @type {string} */ text) => process.stderr.write(`${text}\n`);

/** @type {(reason: string, code?: number | null) => never} */
function stop(reason, code = 1) {
  say(reason);
  process.exit(code || 1);
}

/** @param {boolean} withDevelopment whether packages that only development needs must be installed */
function install(withDevelopment) {
  const all = hash(read('package-lock.json'));
  const isInstalled = () => read(installed) === all || (!withDevelopment && read(installed) === `${all} production`);
  if (isInstalled()) return;
  locked(() => {
    if (isInstalled()) return;
    // A start must not remove development packages that are installed.
    const wholly = withDevelopment || /^\w+$/.test(read(installed)) || holdsAllPackages(true);
    if (!holdsAllPackages(wholly)) installPackages(wholly);
    writeFileSync(at(installed), wholly ? all : `${all} production`);
  });
}

/**
 * Whether npm's record `node_modules/.package-lock.json` has all packages in the locked versions, as after a manual
 * `npm ci`. Optional packages may be missing.
 * @param {boolean} withDevelopment
 */
function holdsAllPackages(withDevelopment) {
  const record = read('node_modules/.package-lock.json');
  if (!record) return false;
  const present = JSON.parse(record).packages;
  return Object.entries(JSON.parse(read('package-lock.json')).packages).every(
    ([path, { version, dev, optional, devOptional }]) =>
      path === '' || optional || devOptional || (dev && !withDevelopment) || present[path]?.version === version,
  );
}

/** @param {boolean} withDevelopment */
function installPackages(withDevelopment) {
  // npm would change the linked folder, which belongs to another installation.
  if (lstatSync(at('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink())
    stop(
      'node_modules is a symbolic link to packages other than those in package-lock.json; remove the link, and run the command again.',
    );
  // A server may run with the present packages. `npm ci` would remove them first.
  if (holdsAllPackages(false)) return runNpm('install', '--include=dev', '--no-save');
  rmSync(at(installed), { force: true });
  // Both options are explicit, because NODE_ENV=production or an .npmrc would change the default.
  runNpm('ci', withDevelopment ? '--include=dev' : '--omit=dev');
}

/** @param {string} command @param {string[]} args */
function runNpm(command, ...args) {
  say(`Installing packages with npm ${command} ...`);
  const { status, error } = npm(command, ...args);
  if (status !== 0)
    stop(
      `npm ${command} failed${error ? `: ${error.message}` : ''}; nothing was started. Fix the error that npm has printed, and run the command again.`,
      status,
    );
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
    // The time before the files are read, so that files edited during the build count as newer.
    const [started, wanted, former] = [new Date(), fingerprint(), timeOf(built)];
    if (former) removeAll(filesBelow(chunks).filter((file) => timeOf(file) !== former));
    rmSync(at(built), { force: true });
    // The compiled code of former builds, which main.ts keeps. A program that ends meanwhile may write there.
    rmSync(at('.cache/v8'), { recursive: true, force: true, maxRetries: 3 });
    buildStep('Bundling core ...', 'core/cli/build/bundle.mjs');
    buildStep('Bundling pages ...', 'core/cli/build/bundle_pages.mjs');
    buildStep('Compiling plugins and custom ...', 'core/cli/build/compile_modules.mjs');
    const removed = removeAll(orphans());
    removeEmpty('dist');
    writeFileSync(at(built), wanted);
    // Chunks that only the former build has keep their time. The next build finds and removes them by that time.
    for (const file of filesBelow('dist')) if (timeOf(file) !== former) utimesSync(at(file), started, started);
    const notes = removed ? [`${removed} stale files removed`] : [];
    say(['Built dist/', `${((Date.now() - +started) / 1000).toFixed(1)} s`, ...notes].join(', '));
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

/** Sources whose change requires a build. Tests of plugins and custom are not compiled. */
function sources() {
  const files = layers.flatMap(filesBelow);
  return files.filter(
    (file) => /\.([mc]?[jt]s|tsx|json|css|html)$/.test(file) && !/^(plugins\/[^/]+|custom)\/test\//.test(file),
  );
}

/** @type {(folder: string) => string[]} */
function filesBelow(folder) {
  if (!existsSync(at(folder))) return [];
  return readdirSync(at(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.name === 'node_modules') return [];
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() || (entry.isSymbolicLink() && leadsToFile(path)) ? path : [];
  });
}

/**
 * Whether a symbolic link leads to a regular file. Reading a pipe would block; dangling links may be locks of editors.
 * @param {string} path
 */
function leadsToFile(path) {
  try {
    return statSync(at(path)).isFile();
  } catch {
    return false;
  }
}

/** @param {string} what @param {string} program */
function buildStep(what, program) {
  say(what);
  const { status } = spawnSync(process.execPath, [at(program)], { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) stop('The build failed; see the errors above.', status);
}

/** Compiled files without a source, except chunks: a deleted resource would still be served. */
function orphans() {
  const compiled = layers.flatMap((layer) => filesBelow(`dist/${layer}`));
  return compiled.filter((file) => !file.startsWith(chunks) && !sourceOf(file));
}

/** @param {string[]} files @returns number of removed files */
function removeAll(files) {
  for (const file of files) rmSync(at(file));
  return files.length;
}

/** Removes folders without files, such as those of removed plugins. @param {string} folder */
function removeEmpty(folder) {
  for (const entry of readdirSync(at(folder), { withFileTypes: true }))
    if (entry.isDirectory()) removeEmpty(`${folder}/${entry.name}`);
  if (readdirSync(at(folder)).length === 0) rmdirSync(at(folder));
}

/** @param {string} file */
function timeOf(file) {
  return statSync(at(file), { throwIfNoEntry: false })?.mtimeMs;
}

/** @param {string} file */
function sourceOf(file) {
  const script = file.slice('dist/'.length).replace(/\.map$/, '');
  return [script, script.replace(/js$/, 'ts')].find((source) => existsSync(at(source)));
}

/** Runs `work` in one process at a time; other processes wait and run theirs afterwards. @param {() => void} work */
function locked(work) {
  mkdirSync(at('.cache'), { recursive: true });
  for (let isLogged = false; !take(); isLogged = true) {
    if (!isLogged) say(`Waiting for another process that is installing or building here (${lock}) ...`);
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
    // A killed process leaves its lock behind. In a restarted container, the id in the lock may be that of this process.
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

const endThis = () => process.kill(process.pid, 'SIGTERM');

/**
 * Ends the process before the build if the port is taken. Reads only PORT, HOST and three configuration files; the start
 * checks the port again by the whole configuration.
 */
async function refuseTakenPort() {
  const environment = process.env.NODE_ENV ?? 'development';
  const sections = ['default', environment, 'local'].map((name) => httpIn(`config/${name}.json`));
  const { port, host } = Object.assign({ port: 3000, host: '127.0.0.1' }, ...sections);
  const address = { port: Number(process.env.PORT || port), host: process.env.HOST || host };
  await import('../hosting/server/free_port.mjs')
    .then(({ refuseTakenPort: refuse }) => refuse(address))
    .catch((error) => stop(error.message));
}

/** @param {string} file */
function httpIn(file) {
  try {
    return JSON.parse(read(file).replace(/^\uFEFF/, '')).http;
  } catch {
    return undefined;
  }
}

const [task, program, ...args] = process.argv.slice(2);
if (args[0] === 'start') {
  outliveHangUp();
  await refuseTakenPort();
}
install(task !== 'build');
if (task) build();
if (program) {
  const stopWatch = process.env.npm_lifecycle_event ? whenShellEnds(endThis) : () => {};
  if (args[0] === 'start') {
    // Stops watching the shell after a signal. The end of the shell would otherwise send a second signal, at which the
    // server ends without completing its requests.
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, stopWatch);
    const { supervise } = await import('./supervise.mjs');
    supervise([...process.execArgv, resolve(program), ...args]);
  } else {
    process.argv = [process.execPath, resolve(program), ...args];
    await import(pathToFileURL(resolve(program)).href);
  }
}

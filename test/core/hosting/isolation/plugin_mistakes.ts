import { manifest, type Files } from '../../../support/installation.ts';
import { opening } from '../../kernel/boot/support.ts';
import type { Logged } from './program.ts';

/** A mistake of a plugin in one of its operations, and the expected outcome. */
export interface PluginMistake {
  /** Path segment that triggers it: `POST /api/plugins/careless/mistakes/<name>`. */
  readonly name: string;
  /** Body of the operation, an async function. */
  readonly code: string;
  /** Status that the client gets. */
  readonly answer: 200 | 500;
  readonly logged: Logged;
  /** Whether the log names file and line; the stack shows none otherwise. */
  readonly known?: true;
  /** Whether a class of Node emits `error`. */
  readonly emitted?: true;
}

const exception = { answer: 200, logged: 'exception' } as const;
const emitted = { ...exception, emitted: true } as const;
const rejection = { answer: 200, logged: 'rejection' } as const;
const failed = { answer: 500, logged: 'answer' } as const;
const known = true;

/** Mistakes that the plugin `careless` makes. */
export const mistakes: readonly PluginMistake[] = [
  { name: 'timer', code: `setTimeout(() => { throw new Error('lost'); })`, ...exception, known },
  {
    name: 'emitter',
    code: `setTimeout(() => new EventEmitter().emit('error', new Error('lost')))`,
    ...exception,
    known,
  },
  { name: 'promise', code: `void Promise.reject(new Error('lost'))`, ...rejection, known },
  { name: 'promise-of-text', code: `void Promise.reject('lost')`, ...rejection },
  { name: 'promise-of-nothing', code: `void Promise.reject(Object.create(null))`, ...rejection },
  { name: 'fetch', code: `void fetch('http://127.0.0.1:1/')`, ...rejection },
  { name: 'http-get', code: `http.get('http://127.0.0.1:1/')`, ...emitted },
  { name: 'http-get-later', code: `await pause(); http.get('http://127.0.0.1:1/')`, ...emitted },
  { name: 'net-connect', code: `net.connect(1, '127.0.0.1')`, ...emitted },
  { name: 'tls-connect', code: `tls.connect(1, '127.0.0.1')`, ...emitted },
  { name: 'read-stream', code: `fs.createReadStream('/nowhere')`, ...emitted },
  { name: 'write-stream', code: `fs.createWriteStream('/nowhere/at/all').write('x')`, ...emitted },
  { name: 'spawn', code: `spawn('/nowhere')`, ...emitted },
  { name: 'gunzip', code: `zlib.createGunzip().write('this is no archive')`, ...emitted },
  { name: 'worker', code: `new Worker('throw null', { eval: true })`, ...emitted },
  { name: 'no-stack', code: `setTimeout(() => { throw Object.assign(new Error('x'), { stack: '' }); })`, ...exception },
  { name: 'null', code: `setTimeout(() => { throw null; })`, ...exception },
  { name: 'nothing', code: `setImmediate(() => { throw Object.create(null); })`, ...exception },
  { name: 'message-getter', code: `setTimeout(() => { throw hostile('message'); })`, ...exception },
  { name: 'stack-getter', code: `process.nextTick(() => { throw hostile('stack'); })`, ...exception },
  { name: 'proxy', code: `setTimeout(() => { throw trap; })`, ...exception },
  { name: 'exit-later', code: `setTimeout(() => process.exit(1))`, ...exception, known },
  { name: 'throws', code: `throw new Error('lost')`, ...failed },
  { name: 'throws-nothing', code: `throw Object.create(null)`, ...failed },
  { name: 'throws-proxy', code: `throw trap`, ...failed },
  { name: 'throws-revoked-proxy', code: `throw revoked`, ...failed },
  { name: 'throws-message-getter', code: `throw hostile('message')`, ...failed },
  { name: 'throws-stack-getter', code: `throw hostile('stack')`, ...failed },
  { name: 'throws-code-getter', code: `throw hostile('code')`, ...failed },
  { name: 'throws-cause-getter', code: `throw new Error('x', { cause: hostile('stack') })`, ...failed },
  { name: 'throws-unavailable-getter', code: `throw hostile('unavailable')`, ...failed },
  { name: 'throws-other-getter', code: `throw hostile('other')`, ...failed },
  { name: 'throws-failure-getter', code: `throw hostile('kind', standardFailures.forbidden())`, ...failed },
  { name: 'answers-proxy', code: `return trap`, ...failed },
  { name: 'exit', code: `process.exit(1)`, ...failed },
  { name: 'exit-imported', code: `await pause(); exit()`, ...failed },
  { name: 'real-exit', code: `process.reallyExit(1)`, ...failed },
  { name: 'abort', code: `process.abort()`, ...failed },
  { name: 'kill', code: `process.kill(process.pid, 'SIGKILL')`, ...failed },
];

const operations = `${opening}
  import { EventEmitter } from 'node:events';
  import { spawn } from 'node:child_process';
  import { exit } from 'node:process';
  import { Worker } from 'node:worker_threads';
  import { setTimeout as pause } from 'node:timers/promises';
  import fs from 'node:fs';
  import http from 'node:http';
  import net from 'node:net';
  import tls from 'node:tls';
  import zlib from 'node:zlib';
  const refuse = () => { throw new Error('refused'); };
  const hostile = (name, error = new Error('lost')) =>
    Object.defineProperty(error, name, { enumerable: true, get: refuse });
  const trap = new Proxy(new Error('lost'), { get: refuse, has: refuse, getPrototypeOf: refuse, ownKeys: refuse });
  const { proxy: revoked, revoke } = Proxy.revocable(new Error('lost'), {});
  revoke();
  const mistakes = {
    ${mistakes.map(({ name, code }) => `'${name}': async () => { ${code} },`).join('\n    ')}
  };
  export default defineResource('/plugins/careless/mistakes', {
    item: 'mistake',
    update: { open: true, returns: [raw], run: async (_services, { params }) => (await mistakes[params.mistake]()) ?? true },
  });`;

/** A place outside of operations where a plugin of this name makes a mistake. */
export interface MistakenPlace {
  readonly name: string;
  readonly files: Files;
  readonly logged: Logged;
}

const lost = `net.connect(1, '127.0.0.1')`;

/** A plugin with this service. */
const service = (name: string, code: string): MistakenPlace => ({
  name,
  files: {
    [`plugins/${name}/services.js`]: `${opening} import net from 'node:net';
      class Service { #own = 1; ${code} }
      export default { ${name}: ${name === 'middleware' ? `contributes('mounts', Service)` : 'Service'} };`,
  },
  logged: 'exception',
});

/** Mistakes outside of operations, each of a plugin of its own. */
export const places: readonly MistakenPlace[] = [
  {
    name: 'file',
    files: { 'plugins/file/services.js': `import net from 'node:net'; ${lost}; export default {};` },
    logged: 'exception',
  },
  service('factory', `constructor() { ${lost}; }`),
  service('start', `start() { ${lost}; }`),
  service('ready', `ready() { this.#own++; ${lost}; }`),
  service(
    'middleware',
    `address = '/plugins/middleware'; open = true; handle(_request, response) { this.#own++; ${lost}; response.end('well'); }`,
  ),
];

/** All plugins that make mistakes, and one that ends the process while it is loaded. */
export const plugins: Files = Object.assign(
  {
    'plugins/careless/module.json': manifest('careless'),
    'plugins/careless/resources/mistakes.js': operations,
    'plugins/leaver/module.json': manifest('leaver'),
    'plugins/leaver/services.js': `process.exit(3); export default {};`,
    'config/test.json': JSON.stringify({ guard: { breaker: { failures: 0 } } }),
  },
  ...places.map(({ name, files }) => ({ [`plugins/${name}/module.json`]: manifest(name), ...files })),
);

import { opening } from '../../core/kernel/boot/support.ts';
import { plugins as careless } from '../../core/hosting/isolation/plugin_mistakes.ts';
import { pluginFiles, type PluginFault } from './fault.ts';

type Group = PluginFault['group'];

/** Mistakes in operations of the plugin `careless`, by the name of their fixture. */
const ofOperations: Readonly<Record<string, readonly [Group, string]>> = {
  throws: ['operations', 'Throwing an error'],
  'throws-nothing': ['operations', 'Throwing an object without a prototype'],
  'throws-proxy': ['operations', 'Throwing a proxy whose traps throw'],
  'throws-revoked-proxy': ['operations', 'Throwing a revoked proxy'],
  'throws-message-getter': ['operations', 'Throwing an error whose `message` throws'],
  'throws-stack-getter': ['operations', 'Throwing an error whose `stack` throws'],
  'throws-code-getter': ['operations', 'Throwing an error whose `code` throws'],
  'throws-cause-getter': ['operations', 'Throwing an error whose `cause` cannot be read'],
  'throws-failure-getter': ['operations', 'Throwing a failure whose `kind` throws'],
  'answers-proxy': ['operations', 'Returning a proxy whose traps throw'],
  exit: ['operations', 'Calling `process.exit()`'],
  'exit-imported': ['operations', 'Calling `exit()` of `node:process`'],
  'real-exit': ['operations', 'Calling `process.reallyExit()`'],
  abort: ['operations', 'Calling `process.abort()`'],
  kill: ['operations', 'Killing the process by `SIGKILL`'],
  timer: ['timers', 'Throwing in a timer'],
  null: ['timers', 'Throwing `null` in a timer'],
  nothing: ['timers', 'Throwing an object without a prototype in `setImmediate`'],
  'no-stack': ['timers', 'Throwing an error without a stack in a timer'],
  'message-getter': ['timers', 'Throwing an error whose `message` throws in a timer'],
  'stack-getter': ['timers', 'Throwing an error whose `stack` throws in `process.nextTick`'],
  proxy: ['timers', 'Throwing a proxy in a timer'],
  'exit-later': ['timers', 'Calling `process.exit()` in a timer'],
  promise: ['timers', 'Ignoring a rejected promise'],
  'promise-of-nothing': ['timers', 'Ignoring a promise that is rejected with an object'],
  fetch: ['timers', 'Ignoring a failed `fetch`'],
  emitter: ['streams', 'Emitting `error` without a listener'],
  'http-get': ['streams', '`http.get` without an `error` listener'],
  'http-get-later': ['streams', '`http.get` without an `error` listener, after an `await`'],
  'net-connect': ['streams', '`net.connect` without an `error` listener'],
  'tls-connect': ['streams', '`tls.connect` without an `error` listener'],
  'read-stream': ['streams', '`createReadStream` without an `error` listener'],
  'write-stream': ['streams', '`createWriteStream` without an `error` listener'],
  gunzip: ['streams', '`createGunzip` without an `error` listener'],
  spawn: ['streams', '`spawn` without an `error` listener'],
  worker: ['streams', '`Worker` without an `error` listener'],
};

/** Sockets without a listener that plugins open outside of operations. */
const ofPlaces: Readonly<Record<string, string>> = {
  file: '`net.connect` without an `error` listener at the top level of a file',
  factory: 'The same in the constructor of a service',
  start: 'The same in `start()`',
  ready: 'The same in `ready()`',
  middleware: 'The same in middleware',
};

/** A plugin whose operation does `run`. */
const operation = (plugin: string, mistake: string, run: string): PluginFault => ({
  group: 'operations',
  mistake,
  plugin,
  files: pluginFiles(plugin, {
    'resources/goods.js': `${opening} export default defineResource('/plugins/${plugin}/goods', { search: { open: true, returns: [raw], run: ${run} } });`,
  }),
  request: { path: `/api/plugins/${plugin}/goods` },
});

const places = Object.entries(ofPlaces).map(([plugin, mistake]): PluginFault => ({
  group: 'streams',
  mistake,
  plugin,
  ...(plugin === 'middleware' && { request: { method: 'POST', path: '/api/plugins/middleware' } }),
}));

/** Mistakes that plugins make while the platform serves. */
export const faultsAtRunTime: readonly PluginFault[] = [
  ...Object.entries(ofOperations).map(([name, [group, mistake]]): PluginFault => ({
    group,
    mistake,
    plugin: 'careless',
    files: careless,
    request: { method: 'PATCH', path: `/api/plugins/careless/mistakes/${name}` },
  })),
  operation('waiting_answer', 'Never answering', '() => new Promise(() => {})'),
  ...places,
];

import { opening } from '../../core/kernel/boot/support.ts';
import { mistakes, plugins as careless } from '../../core/hosting/isolation/plugin_mistakes.ts';
import { pluginFiles, type PluginFault } from './fault.ts';

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
  mistake,
  plugin,
  files: pluginFiles(plugin, {
    'resources/goods.js': `${opening} export default defineResource('/plugins/${plugin}/goods', { search: { open: true, returns: [raw], run: ${run} } });`,
  }),
  request: { path: `/api/plugins/${plugin}/goods` },
});

const places = Object.entries(ofPlaces).map(([plugin, mistake]): PluginFault => ({
  mistake,
  plugin,
  ...(plugin === 'middleware' && { request: { method: 'POST', path: '/api/plugins/middleware' } }),
}));

/** Mistakes that plugins make while the platform serves. */
export const faultsAtRunTime: readonly PluginFault[] = [
  ...mistakes.map(({ name }): PluginFault => ({
    mistake: name,
    plugin: 'careless',
    files: careless,
    request: { method: 'PATCH', path: `/api/plugins/careless/mistakes/${name}` },
  })),
  operation('waiting_answer', 'Never answering', '() => new Promise(() => {})'),
  ...places,
];

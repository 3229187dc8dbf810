import { greeter, saying } from '../../core/kernel/boot/support.ts';
import { plugins as careless } from '../../core/hosting/isolation/plugin_mistakes.ts';
import type { Files } from '../../support/installation.ts';
import { pluginFiles, type PluginFault } from './fault.ts';

const migration = (plugin: string, mistake: string, up: string): PluginFault => ({
  mistake,
  plugin,
  files: pluginFiles(plugin, { 'migrations/001_first.js': up }, { requires: { database: '*' } }),
});

const greeting = (plugin: string): Files => greeter(`plugins/${plugin}`);

/** Mistakes that plugins make before the platform serves. */
export const faultsAtStart: readonly PluginFault[] = [
  {
    mistake: 'A file where a folder is expected',
    plugin: 'no_folder',
    files: pluginFiles('no_folder', { resources: '' }),
  },
  {
    mistake: 'A folder named like code',
    plugin: 'code_folder',
    files: pluginFiles('code_folder', { 'resources/goods.js/.keep': '' }),
  },
  { mistake: 'A manifest that is a pipe', plugin: 'piped_manifest', pipes: ['module.json'] },
  {
    mistake: 'A resource file that is a pipe',
    plugin: 'piped_resource',
    files: greeting('piped_resource'),
    pipes: ['resources/goods.js'],
  },
  {
    mistake: 'A link in `public/` out of the plugin',
    plugin: 'public_link',
    files: { ...greeting('public_link'), 'plugins/public_link/public/.keep': '' },
    links: { 'plugins/public_link/public/config.json': '../../../config/default.json' },
  },
  {
    mistake: 'A file that calls `process.exit()`',
    plugin: 'leaver',
    files: { 'plugins/leaver/services.js': careless['plugins/leaver/services.js'] ?? '' },
  },
  {
    mistake: 'A file that throws a proxy',
    plugin: 'throwing_proxy',
    files: pluginFiles('throwing_proxy', {
      'resources/goods.js': `throw new Proxy({}, { get() { throw new Error('refused'); } });\n${saying('x', '/x')}`,
    }),
  },
  migration('null_migration', 'A migration that throws `null`', 'export const up = async () => { throw null; };'),
  migration(
    'forgetful_migration',
    'A migration that commits and then fails',
    `export const up = async (knex) => { await knex.raw('commit'); throw new Error('lost'); };`,
  ),
  {
    mistake: 'Demo data that throw',
    plugin: 'throwing_demo',
    files: pluginFiles('throwing_demo', {
      'migrations/001_first.js': 'export const up = async () => {};',
      'demo.js': `export default async () => { throw new Error('lost'); };`,
    }),
  },
];

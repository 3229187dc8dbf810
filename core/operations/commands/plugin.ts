import { relative } from 'node:path';
import type { Command } from 'commander';
import {
  type CommandContext,
  configOf,
  confirm,
  examples,
  switchableModules,
  table,
  withDatabase,
} from '../../cli/index.ts';
import { addGrant } from '../plugins/grant.ts';
import type { ListedPlugin } from '../plugins/list.ts';
import { addPackageCommands, listOutdated } from '../packages/commands.ts';
import type { Switched } from '../plugins/switch.ts';

interface Options {
  readonly json?: boolean;
  readonly details?: boolean;
  readonly outdated?: boolean;
  readonly out?: string;
  readonly yes?: boolean;
  /** Whether the plugin is removed afterwards, so that it need not be disabled. */
  readonly removes?: boolean;
}

/** `lectern plugin ...`: lists, enables and disables plugins; exports, removes and restores their data. */
export default function addPlugin(context: CommandContext): void {
  const plugin = context.program
    .command('plugin')
    .description('List, disable and enable plugins, and remove the data of a plugin from the database.')
    .addHelpText('after', examples('plugin list', 'plugin disable vip', 'plugin enable vip', 'plugin purge vip'));
  addList(plugin, context);
  addSwitch(plugin, context, 'disable').description('Keep a plugin from being loaded. Its tables and their rows stay.');
  addSwitch(plugin, context, 'enable').description('Let a plugin be loaded again.');
  addPackageCommands(plugin, context, (name, options) => purgeData(context, name, { ...options, removes: true }));
  addGrant(plugin, context);
  addPurge(plugin, context);
  addRestore(plugin, context);
}

function addList(plugin: Command, context: CommandContext): void {
  const { io, boot, root } = context;
  plugin
    .command('list')
    .description('List the plugins, as their manifests and the configuration say.')
    .option('--details', 'load the plugins and open the database: whether each starts, with its routes and tables')
    .option('--outdated', 'list the plugins of which the registry has a later version')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('plugin list', 'plugin list --details', 'plugin list --json'))
    .action(async ({ json, details, outdated }: Options) => {
      if (outdated === true) return listOutdated(context, json);
      if (details === true) return listDetails(context, json);
      const { disabled } = (await configOf(boot())).plugins;
      const plugins = switchableModules(root()).map(({ name, version, requires, declaresUses }) => {
        const state = disabled.includes(name) ? 'disabled' : 'enabled';
        return { name, version, state, requires, ...(declaresUses !== undefined && { declaresUses }) };
      });
      const rows = plugins.map(({ declaresUses, ...one }) => {
        const note = declaresUses === false ? 'uses not declared' : '';
        return { ...one, requires: one.requires.join(', '), note };
      });
      io.print(json, plugins, () => (plugins.length > 0 ? table(rows) : 'There are no plugins.'));
    });
}

async function listDetails({ io, boot }: CommandContext, json: boolean | undefined): Promise<void> {
  const { listPlugins } = await import('../plugins/list.ts');
  const { plugins, problem } = await listPlugins(boot());
  io.print(json, plugins, () => (plugins.length > 0 ? listText(plugins) : 'There are no plugins.'));
  if (problem === undefined) return;
  io.error(`The tables could not be read: ${problem}`);
  const { isInUse } = await import('../doctor/database.ts');
  if (!isInUse(problem)) io.exitCode = 1;
}

function listText(plugins: readonly ListedPlugin[]): string {
  const rows = plugins.map(({ name, version, state, routes, tables, requires }) => ({
    name,
    version,
    state,
    routes: String(routes),
    tables: tables?.join(', ') ?? '?',
    requires: requires.join(', '),
  }));
  const reasons = plugins.flatMap(({ name, reason }) => (reason === undefined ? [] : [`${name}: ${reason}`]));
  const hints = plugins.flatMap(({ name, state }) =>
    state === 'gone'
      ? `${name}: only data of this plugin is left; export and remove the data with: lectern plugin purge ${name}`
      : [],
  );
  return [table(rows), ...reasons, ...hints].join('\n');
}

function addSwitch(plugin: Command, { io, boot }: CommandContext, verb: 'disable' | 'enable'): Command {
  return plugin
    .command(verb)
    .argument('<name>', 'name of a plugin')
    .option('--json', 'print JSON')
    .addHelpText('after', examples(`plugin ${verb} vip`))
    .action(async (name: string, { json }: Options) => {
      const { disablePlugin, enablePlugin } = await import('../plugins/switch.ts');
      const switched = await (verb === 'disable' ? disablePlugin : enablePlugin)(boot(), name);
      io.print(json, switched, () => switchedText(switched));
    });
}

function switchedText({ plugin, state, changed, warnings }: Switched): string {
  const what = changed
    ? `${plugin} is ${state} in config/local.json. Restart to apply it.`
    : `${plugin} is ${state} already.`;
  return [what, ...warnings.map((warning) => `warning: ${warning}`)].join('\n');
}

function addPurge(plugin: Command, context: CommandContext): void {
  plugin
    .command('purge')
    .argument('<name>', 'name of a plugin that is disabled, or whose folder is gone')
    .description('Export the tables of a plugin into a folder, then remove them from the database.')
    .option('--out <folder>', 'folder of the export; default: exports/<name>-<time>')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('plugin purge vip', 'plugin purge vip --out /backup/vip --yes'))
    .action(async (name: string, options: Options) => void (await purgeData(context, name, options)));
}

/** @returns false when it was not confirmed */
async function purgeData({ io, root, boot }: CommandContext, name: string, options: Options): Promise<boolean> {
  let isConfirmed = true;
  await withDatabase(boot(), async (kernel) => {
    const { isNothing, purge, purgedText, purgeQuestion, remainsOf } = await import('../plugins/purge.ts');
    const { exportFolder } = await import('../plugins/export.ts');
    const remains = await remainsOf(kernel, name, { root: root(), removes: options.removes });
    const folder = options.out ?? exportFolder(root(), name, new Date());
    if (isNothing(remains)) {
      io.print(options.json, { module: name, tables: [] }, () => `The database has no data of ${name}.`);
      return;
    }
    isConfirmed = await confirm(io, { text: purgeQuestion(remains, folder), word: name, yes: options.yes });
    if (!isConfirmed) return;
    const written = await purge(kernel, remains, folder);
    const below = relative(process.cwd(), folder);
    const shown = below.startsWith('..') ? folder : below;
    io.print(options.json, { ...written, folder }, () => purgedText(written, shown));
  });
  return isConfirmed;
}

function addRestore(plugin: Command, { io, boot }: CommandContext): void {
  plugin
    .command('restore')
    .argument('<folder>', 'folder of an export by plugin purge')
    .description('Restore exported rows into the empty tables of an enabled plugin.')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('plugin restore exports/vip-20261121T141500Z'))
    .action(async (folder: string, { json }: Options) => {
      await withDatabase(boot(), async (kernel) => {
        const { restore, restoredText } = await import('../plugins/restore.ts');
        const restored = await restore(kernel, folder);
        io.print(json, restored, () => restoredText(restored));
      });
    });
}

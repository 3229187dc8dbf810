import type { Command } from 'commander';
import { type CommandContext, confirm, examples, table } from '../../cli/index.ts';
import type { InstallTerms, Installed } from './install.ts';

interface Options {
  readonly force?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** `lectern plugin add`, `update` and `remove`. @param purge removes the data of a plugin; false when not confirmed */
export function addPackageCommands(
  plugin: Command,
  context: CommandContext,
  purge: (name: string, options: Options) => Promise<boolean>,
): void {
  asking(plugin.command('add').argument('<source>', 'name[@version] of a package, archive of npm pack, or folder'))
    .description('Show what a plugin changes, then install and record it. The next start loads it.')
    .option('--force', 'install even if the plan says that something breaks')
    .addHelpText('after', examples('plugin add lectern-plugin-dice', 'plugin add dice-1.2.0.tgz', 'plugin add ../dice'))
    .action(async (source: string, options: Options) => {
      const { installPlugin } = await import('./install.ts');
      printed(context, options, [await installPlugin(termsOf(context, options), source)]);
    });
  asking(plugin.command('update').argument('[name]', 'name of a plugin; default: all from a registry'))
    .description('Install the latest version of plugins from a registry. A failure restores the former version.')
    .option('--force', 'install even if the plan says that something breaks')
    .addHelpText('after', examples('plugin update', 'plugin update dice --yes'))
    .action(async (name: string | undefined, options: Options) => {
      const { installPlugin, updatable } = await import('./install.ts');
      const installed: (Installed | undefined)[] = [];
      for (const [, from] of updatable(context.root(), name))
        installed.push(await installPlugin(termsOf(context, options), `${from}@latest`, true));
      printed(context, options, installed);
    });
  asking(plugin.command('remove').argument('<name>', 'name of a plugin that was added'))
    .description('Uninstall a plugin. Its data stays, unless --purge is set.')
    .option('--purge', 'export its data into a folder and remove the data, before the plugin')
    .addHelpText('after', examples('plugin remove dice', 'plugin remove dice --purge'))
    .action(async (name: string, options: Options & { readonly purge?: boolean }) => {
      const { removePlugin } = await import('./install.ts');
      const before = options.purge === true ? () => purge(name, options) : undefined;
      if (!(await removePlugin(termsOf(context, options), name, before))) return;
      if (options.purge !== true || options.json !== true)
        context.io.print(options.json, { plugin: name, removed: true }, () => `Removed ${name}. Restart to apply it.`);
    });
}

function asking(command: Command): Command {
  return command.option('--yes', 'do not ask for confirmation').option('--json', 'print JSON');
}

function termsOf({ io, boot }: CommandContext, { yes, json, force }: Options): InstallTerms {
  const ask = (plugin: string, text: string) => {
    if (yes === true && json !== true) io.log(text);
    return confirm(io, { text, word: plugin, yes });
  };
  return { force, boot: boot(), confirm: ask };
}

function printed({ io }: CommandContext, { json }: Options, all: readonly (Installed | undefined)[]): void {
  const done = all.filter((one) => one !== undefined);
  const lines = done.map(({ plugin, version, former }) =>
    former === undefined ? `Added ${plugin} ${version}.` : `${plugin} ${version} replaces ${former}.`,
  );
  io.print(json, done, () => (done.length > 0 ? `${lines.join('\n')} Restart to apply it.` : 'Nothing was installed.'));
}

/** `lectern plugin list --outdated` */
export async function listOutdated({ io, boot }: CommandContext, json: boolean | undefined): Promise<void> {
  const { outdatedPlugins } = await import('./install.ts');
  const plugins = await outdatedPlugins(boot());
  io.print(json, plugins, () => (plugins.length > 0 ? table(plugins) : 'All plugins from registries are up to date.'));
}

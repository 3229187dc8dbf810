import { Option } from 'commander';
import { resolve } from 'node:path';
import { collected, type CommandContext, examples } from '../../cli/index.ts';

interface Options {
  readonly serve?: boolean;
  readonly plugin?: readonly string[];
  readonly reset?: string;
}

/**
 * `lectern dev`: serves from the sources. Reloads changed plugins and custom; restarts for changes of core or config.
 */
export default function addDev({ program, io, boot }: CommandContext): void {
  program
    .command('dev')
    .description('Serve from the sources and apply every change: of plugins and custom without a restart.')
    .addOption(new Option('--serve', 'be the process that serves').hideHelp())
    .option('--plugin <folder>', 'also serve the plugin in this folder; may be repeated', collected)
    .option('--reset <plugin>', 'first drop the tables of this plugin, and fill them again with its demo data')
    .addHelpText('after', examples('dev', 'dev --plugin ../lectern-plugin-notes', 'dev --reset vip'))
    .action(async ({ serve, plugin = [], reset }: Options) => {
      const { root, modules = [] } = boot();
      const place = { root, modules: [...new Set([...modules, ...plugin.map((folder) => resolve(folder))])] };
      if (serve === true) return (await import('../dev/serve_live.ts')).serveLive(place);
      if (reset !== undefined) {
        const { resetPlugin } = await import('../dev/reset_plugin.ts');
        io.log(await resetPlugin({ ...boot(), ...place }, reset));
      }
      new (await import('../dev/watch.ts')).Watch(place, io);
      return undefined;
    });
}

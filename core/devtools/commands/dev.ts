import { Option } from 'commander';
import { type CommandContext, examples } from '../../cli/index.ts';

/**
 * `lectern dev`: serves from the sources. Reloads changed plugins and custom; restarts for changes of core or config.
 */
export default function addDev({ program, io, root }: CommandContext): void {
  program
    .command('dev')
    .description('Serve from the sources and apply every change: of plugins and custom without a restart.')
    .addOption(new Option('--serve', 'be the process that serves').hideHelp())
    .addHelpText('after', examples('dev'))
    .action(async ({ serve }: { serve?: boolean }) => {
      if (serve === true) await (await import('../dev/serve_live.ts')).serveLive(root());
      else new (await import('../dev/watch.ts')).Watch(root(), io);
    });
}

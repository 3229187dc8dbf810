import { Option } from 'commander';
import { type CommandContext, examples } from '../../cli/index.ts';
import { serveLive } from '../dev/serve_live.ts';
import { Watch } from '../dev/watch.ts';

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
      if (serve === true) await serveLive(root());
      else new Watch(root(), io);
    });
}

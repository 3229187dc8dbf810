import type { Kernel } from 'lectern/host';
import { type CommandContext, withStarted } from '../../cli/index.ts';

/** `lectern demo`: loads the demo data of modules that have not loaded theirs. */
export default function addDemo({ program, io, boot }: CommandContext): void {
  program
    .command('demo')
    .description('Load the demo data, once.')
    .action(async () => {
      const work = async (kernel: Kernel) => {
        const loaded = await kernel.loadDemo();
        io.log(
          loaded.length > 0 ? `Loaded the demo data of ${loaded.join(', ')}.` : 'All demo data is loaded already.',
        );
      };
      await withStarted(boot(), work, { creates: true });
    });
}

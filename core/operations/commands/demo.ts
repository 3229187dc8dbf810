import type { Kernel } from '../../hosting/internals.ts';
import { type CommandContext, withDatabase } from '../../cli/index.ts';

/** `lectern demo`: loads the demo data of modules that have not loaded theirs. */
export default function addDemo({ program, io, boot }: CommandContext): void {
  program
    .command('demo')
    .description('Load the demo data, once.')
    .action(async () => {
      // Services start later: a service may add rows, such as the account of an application, with ids of demo data.
      const work = async (kernel: Kernel) => {
        const { up } = await import('../../infrastructure/database/index.ts');
        await up(kernel, undefined, () => {});
        const loaded = await kernel.loadDemo();
        io.log(
          loaded.length > 0 ? `Loaded the demo data of ${loaded.join(', ')}.` : 'All demo data is loaded already.',
        );
      };
      await withDatabase(boot(), work, { creates: true });
    });
}

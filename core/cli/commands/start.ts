import { createKernel } from 'lectern';
import type { CommandContext } from '../context.ts';
import { tuneEngine } from '../tune_engine.ts';

/** `lectern start`: serves until it is told to end. */
export function addStart({ program, root }: CommandContext): void {
  program
    .command('start')
    .description('Serve this installation.')
    .action(async () => {
      tuneEngine();
      const kernel = await createKernel({ root: root(), watched: true });
      const end = () => {
        kernel.logger.info('draining');
        void kernel.stop().then(() => process.exit(0));
      };
      process.once('SIGTERM', end).once('SIGINT', end);
      try {
        await kernel.listen();
      } catch (error) {
        await kernel.stop();
        throw error;
      }
    });
}

import { type CommandContext, examples, quietKernel } from '../../cli/index.ts';
import { referenceText } from '../reference/text.ts';

export default function addReference({ program, io, root, boot }: CommandContext): void {
  program
    .command('reference')
    .argument('[word]', 'only what has this word in its name')
    .description('List what the modules offer to plugins: services, events, extension points, shapes and more.')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('reference', 'reference order', 'reference vipMembers --json'))
    .action(async (word: string | undefined, { json }: { json?: boolean }) => {
      const { narrowed, referenceOf } = await import('../reference/reference.ts');
      const whole = referenceOf(root(), await quietKernel(boot()));
      const reference = word === undefined ? whole : narrowed(whole, word);
      const text = referenceText(reference);
      io.print(json, reference, () =>
        text === '' ? `No module offers anything named "${word ?? ''}". List everything with: lectern reference` : text,
      );
    });
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type CommandContext, examples, quietKernel } from '../../cli/index.ts';
import { referencePage, referenceText } from '../reference/text.ts';

export default function addReference({ program, io, root, boot }: CommandContext): void {
  program
    .command('reference')
    .argument('[word]', 'only what has this word in its name')
    .description(
      'List what plugins import and what the modules offer them: services, events, extension points, shapes and more.',
    )
    .option('--json', 'print JSON')
    .option('--page <file>', 'write an HTML page instead')
    .addHelpText('after', examples('reference', 'reference order', 'reference vipMembers --json'))
    .action(async (word: string | undefined, { json, page }: { json?: boolean; page?: string }) => {
      const { narrowed, referenceOf } = await import('../reference/reference.ts');
      const whole = referenceOf(root(), await quietKernel(boot()));
      const reference = word === undefined ? whole : narrowed(whole, word);
      if (page !== undefined) {
        mkdirSync(dirname(page), { recursive: true });
        writeFileSync(page, referencePage(reference));
        return;
      }
      const text = referenceText(reference);
      io.print(json, reference, () =>
        text === '' ? `No module offers anything named "${word ?? ''}". List everything with: lectern reference` : text,
      );
    });
}

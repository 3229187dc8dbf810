import { writeClient } from '../client/write_client.ts';
import { type CommandContext, documentOf, examples, writeOut } from '../../cli/index.ts';

/** `lectern client`: prints a typed client of this installation. */
export default function addClient({ program, io, boot }: CommandContext): void {
  program
    .command('client')
    .description('Print a client of this installation, as one TypeScript file that needs no package.')
    .option('--out <file>', 'file to write, instead of standard output')
    .option('--json', 'print JSON: {"client": the text}')
    .addHelpText('after', examples('client', 'client --out lectern_client.ts'))
    .action(async ({ out, json = false }: { out?: string; json?: boolean }) => {
      const client = await writeClient(await documentOf(boot()));
      writeOut(io, json ? `${JSON.stringify({ client })}\n` : client, out);
    });
}

import { type CommandContext, documentOf, examples, writeOut } from '../../cli/index.ts';

interface Options {
  readonly out?: string;
  readonly json?: boolean;
  readonly apiVersion?: string;
}

export default function addClient({ program, io, boot }: CommandContext): void {
  program
    .command('client')
    .description('Print a client of this installation, as one TypeScript file that needs no package.')
    .option('--out <file>', 'file to write, instead of standard output')
    .option('--api-version <number>', 'version of the API that every call selects; the newest by default')
    .option('--json', 'print JSON: {"client": the text}')
    .addHelpText('after', examples('client', 'client --out lectern_client.ts'))
    .action(async ({ out, json = false, apiVersion }: Options) => {
      const document = await documentOf(boot(), apiVersion === undefined ? {} : { version: Number(apiVersion) });
      const { writeClient } = await import('../client/write_client.ts');
      const client = await writeClient(document);
      writeOut(io, json ? `${JSON.stringify({ client })}\n` : client, out);
    });
}

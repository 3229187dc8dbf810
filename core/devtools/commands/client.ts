import { basename } from 'node:path';
import { type CommandContext, documentOf, examples, writeOut } from '../../cli/index.ts';

interface Options {
  readonly out?: string;
  readonly json?: boolean;
  readonly collection?: boolean;
  readonly apiVersion?: string;
}

export default function addClient({ program, io, boot }: CommandContext): void {
  program
    .command('client')
    .description('Print a client of this installation, as one TypeScript file that needs no package.')
    .option('--out <file>', 'file to write, instead of standard output; a page beside it explains the client')
    .option('--collection', 'print a Postman collection of all operations instead')
    .option('--api-version <number>', 'version of the API that every call selects; the newest by default')
    .option('--json', 'print JSON: {"client": the text}')
    .addHelpText(
      'after',
      examples('client', 'client --out lectern_client.ts', 'client --collection --out lectern.postman.json'),
    )
    .action(async ({ out, json = false, collection = false, apiVersion }: Options) => {
      const version = apiVersion === undefined ? {} : { version: Number(apiVersion) };
      const document = await documentOf(boot(), version);
      if (collection) {
        const { postmanCollection } = await import('../client/collection.ts');
        writeOut(io, `${JSON.stringify(postmanCollection(document), null, 2)}\n`, out);
        return;
      }
      const [{ clientReadme }, { writeClient }] = await Promise.all([
        import('../client/client_readme.ts'),
        import('../client/write_client.ts'),
      ]);
      const client = await writeClient(document);
      writeOut(io, json ? `${JSON.stringify({ client })}\n` : client, out);
      if (out !== undefined && !json)
        writeOut(io, clientReadme(document, basename(out)), `${out.replace(/\.[cm]?ts$/, '')}.md`);
    });
}

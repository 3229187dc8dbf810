import { type CommandContext, documentOf, examples, writeOut } from '../../cli/index.ts';

/** `lectern openapi`: prints the OpenAPI document of this installation. */
export default function addOpenApi({ program, io, boot }: CommandContext): void {
  program
    .command('openapi')
    .description('Print the OpenAPI document of this installation, which is JSON.')
    .option('--out <file>', 'write the document to this file instead')
    .option('--json', 'no effect: the document is JSON in any case')
    .addHelpText('after', examples('openapi', 'openapi --out openapi.json'))
    .action(async ({ out }: { out?: string }) => {
      writeOut(io, `${JSON.stringify(await documentOf(boot()), null, 2)}\n`, out);
    });
}

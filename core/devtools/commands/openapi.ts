import { type CommandContext, documentOf, examples, writeOut } from '../../cli/index.ts';

interface Options {
  readonly out?: string;
  readonly apiVersion?: string;
  readonly bodies?: string;
}

export default function addOpenApi({ program, io, boot }: CommandContext): void {
  program
    .command('openapi')
    .description('Print the OpenAPI document of this installation, which is JSON.')
    .option('--out <file>', 'write the document to this file instead')
    .option('--api-version <number>', 'version of the API; the newest by default')
    .option('--bodies <json|all>', 'media types of bodies: JSON alone, or all that are read and answered', 'json')
    .option('--json', 'no effect: the document is JSON in any case')
    .addHelpText('after', examples('openapi', 'openapi --out openapi.json'))
    .action(async ({ out, apiVersion, bodies }: Options) => {
      const version = apiVersion === undefined ? {} : { version: Number(apiVersion) };
      const document = await documentOf(boot(), { ...version, allBodies: bodies === 'all' });
      writeOut(io, `${JSON.stringify(document, null, 2)}\n`, out);
    });
}

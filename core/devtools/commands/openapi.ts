import { type CommandContext, type CommandIo, documentOf, examples, writeOut } from '../../cli/index.ts';
import { changeLines, type Change } from '../plan/document/change.ts';

interface Options {
  readonly out?: string;
  readonly apiVersion?: string;
  readonly bodies?: string;
}

export default function addOpenApi(context: CommandContext): void {
  const { program, io, boot } = context;
  const command = program
    .command('openapi')
    .description('Print the OpenAPI document of this installation, which is JSON.')
    .option('--out <file>', 'write the document to this file instead')
    .option('--api-version <number>', 'version of the API; the newest by default')
    .option('--bodies <json|all>', 'media types of bodies: JSON alone, or all that are read and answered', 'json')
    .option('--json', 'no effect: the document is JSON in any case')
    .addHelpText('after', examples('openapi', 'openapi --out openapi.json', 'openapi diff old.json'))
    .action(async ({ out, apiVersion, bodies }: Options) => {
      const version = apiVersion === undefined ? {} : { version: Number(apiVersion) };
      const document = await documentOf(boot(), { ...version, allBodies: bodies === 'all' });
      writeOut(io, `${JSON.stringify(document, null, 2)}\n`, out);
    });
  addDiff({ ...context, program: command });
}

function addDiff({ program, io, boot }: CommandContext): void {
  program
    .command('diff')
    .argument('<old>', 'file or address of the earlier document')
    .argument('[new]', 'file or address of the later document; by default that of this installation')
    .description('List the differences of two OpenAPI documents; exit code 1 when one of them breaks clients.')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples('openapi diff old.json new.json', 'openapi diff https://learn.example.com/api/openapi.json'),
    )
    .action(async (old: string, later: string | undefined) => {
      const [{ readDocument }, { compareDocuments }] = await Promise.all([
        import('../openapi/read_document.ts'),
        import('../plan/document/compare_documents.ts'),
      ]);
      const before = await readDocument(old);
      const after = later === undefined ? await documentOf(boot()) : await readDocument(later);
      // The parent command `openapi` has an option --json, too, and commander stores the value there.
      report(io, compareDocuments({ before, after }), program.opts<{ json?: boolean }>().json);
    });
}

function report(io: CommandIo, changes: readonly Change[], json: boolean | undefined): void {
  io.print(json, changes, () => {
    if (changes.length === 0) return 'The documents do not differ for clients.';
    const lines = changeLines(changes);
    const breaking = lines.filter((one) => one.breaking).length;
    const surprising = lines.filter((one) => one.surprising).length;
    const others = lines.length - breaking - surprising;
    const counts = `${breaking} breaking, ${surprising} that may surprise clients, ${others} other.`;
    return [...lines.map((one) => `${one.breaking ? 'breaking  ' : '          '}${one.text}`), '', counts].join('\n');
  });
  if (changes.some((one) => one.breaking)) io.exitCode = 1;
}

import { Command } from 'commander';
import { type CommandContext, examples } from '../../cli/index.ts';
import { writeNew, type NewFiles } from '../new/files.ts';

/** Files to create, and commands to suggest afterwards. */
interface Made {
  readonly files: NewFiles;
  readonly next: readonly string[];
}

export default function addNew(context: CommandContext): void {
  const { program, root, boot } = context;
  const command = new Command('new').copyInheritedSettings(program).description('Write a new plugin or override.');
  command
    .command('plugin')
    .argument('<name>', 'its name and folder in plugins/: lower-case letters, digits and underscores')
    .description('Write a plugin that works, with a table, a service, a resource and a test.')
    .option('--json', 'print the written files as JSON')
    .addHelpText('after', examples('new plugin reading_list', 'test reading_list'))
    .action(async (name: string, { json }: { json?: boolean }) => {
      const { newPlugin } = await import('../new/plugin/new_plugin.ts');
      write(context, newPlugin(root(), name), json);
    });
  command
    .command('override')
    .argument('<operation>', 'method and address as the document has them: "GET /courses/{id}"')
    .description(
      'Write a class into custom/ that overrides one operation, with a test that access, input and filter are unchanged.',
    )
    .option(
      '--plugin <name>',
      'write it into this plugin, which has to name the address in "mounts" of its module.json',
    )
    .option('--json', 'print the written files as JSON')
    .addHelpText('after', examples('new override "GET /courses/{id}"', 'test custom'))
    .action(async (operation: string, { json, plugin }: { json?: boolean; plugin?: string }) => {
      const { newOverride } = await import('../new/override/new_override.ts');
      write(context, await newOverride({ boot: boot(), operation, plugin }), json);
    });
  program.addCommand(command);
}

function write({ io, root }: CommandContext, { files, next }: Made, json: boolean | undefined): void {
  const written = writeNew(root(), files);
  const lines = () => ['Written:', ...written.map((path) => `  ${path}`), 'Next:', ...next.map((line) => `  ${line}`)];
  io.print(json, { written, next }, () => lines().join('\n'));
}

import { relative, resolve } from 'node:path';
import { Command } from 'commander';
import { type CommandContext, examples } from '../../cli/index.ts';
import type { Made } from '../new/files.ts';

interface PluginOptions {
  readonly json?: boolean;
  /** Folder of the repository, or true for the default one. */
  readonly package?: string | true;
  readonly platform?: boolean;
}

export default function addNew(context: CommandContext): void {
  const { program } = context;
  const command = new Command('new')
    .copyInheritedSettings(program)
    .description('Write a new plugin, override or host.');
  addPlugin(command, context);
  addOverride(command, context);
  addHost(command, context);
  program.addCommand(command);
}

function addPlugin(command: Command, context: CommandContext): void {
  const { root } = context;
  command
    .command('plugin')
    .argument('<name>', 'its name and folder in plugins/: lower-case letters, digits and underscores')
    .description('Write a plugin that works, with a table, a service, a resource and a test.')
    .option('--package [folder]', 'write a repository of its own, from which a package is published')
    .option('--platform', 'with --package: the plugin uses the platform, such as its users')
    .option('--json', 'print the written files as JSON')
    .addHelpText('after', examples('new plugin reading_list', 'new plugin reading_list --package', 'test reading_list'))
    .action(async (name: string, { json, package: folder, platform = false }: PluginOptions) => {
      if (folder === undefined) {
        const { newPlugin } = await import('../new/plugin/new_plugin.ts');
        return write(context, newPlugin(root(), name), json);
      }
      const { newRepository } = await import('../new/repository/new_repository.ts');
      const given = folder === true ? undefined : folder;
      return write(context, newRepository({ root: root(), name, folder: given, platform }), json);
    });
}

function addOverride(command: Command, context: CommandContext): void {
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
      await write(context, await newOverride({ boot: context.boot(), operation, plugin }), json);
    });
}

function addHost(command: Command, context: CommandContext): void {
  command
    .command('host')
    .argument('<folder>', 'a folder that is new or empty')
    .description('Write a server of its own: package.json, configuration, a module with one resource, and a test.')
    .option('--json', 'print the written files as JSON')
    .addHelpText('after', examples('new host my-api'))
    .action(async (given: string, { json }: { json?: boolean }) => {
      const { newHost } = await import('../new/host.ts');
      await write(context, newHost(resolve(given)), json);
    });
}

async function write({ io }: CommandContext, { folder, files, next }: Made, json: boolean | undefined): Promise<void> {
  const { writeNew } = await import('../new/files.ts');
  const written = writeNew(folder, files);
  const place = relative('', folder);
  const lines = () => [
    `Written${files['package.json'] === undefined ? '' : ` in ${place || '.'}`}:`,
    ...written.map((path) => `  ${path}`),
    'Next:',
    ...next.map((line) => `  ${line}`),
  ];
  io.print(json, { written, next }, () => lines().join('\n'));
}

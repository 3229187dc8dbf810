import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type CommandContext, compilePlugin, examples } from '../../cli/index.ts';

/** `lectern build`: compiles a plugin in its own repository for its package. */
export default function addBuild({ program, io }: CommandContext): void {
  program
    .command('build')
    .argument('[folder]', "folder of the plugin's repository", '.')
    .description('Compile a plugin into dist/, from which its package is made. Types are not checked.')
    .option('--json', 'print the written files as JSON')
    .addHelpText('after', examples('build', 'build ../lectern-plugin-reading-list'))
    .action(async (given: string, { json }: { json?: boolean }) => {
      const folder = resolve(given);
      const missing = ['module.json', 'package.json'].find((name) => !existsSync(join(folder, name)));
      if (missing !== undefined)
        throw new Error(
          `${folder} has no ${missing}, so it is no repository of a plugin; write one with: lectern new plugin <name> --package`,
        );
      const written = await compilePlugin(folder);
      io.print(json, { written }, () => `Built dist/, ${written.length} files`);
    });
}

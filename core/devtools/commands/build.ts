import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type CommandContext, compileModules, examples } from '../../cli/index.ts';

/** `lectern build`: compiles a plugin in its own repository for its package, or the modules of a host for its start. */
export default function addBuild({ program, io }: CommandContext): void {
  program
    .command('build')
    .argument('[folder]', 'folder of a host, or of the repository of a plugin', '.')
    .description('Compile the modules of a host, or a plugin for its package, into dist/. Types are not checked.')
    .option('--json', 'print the written files as JSON')
    .addHelpText('after', examples('build', 'build ../lectern-plugin-reading-list'))
    .action(async (given: string, { json }: { json?: boolean }) => {
      const root = resolve(given);
      const written = await compileModules(root, await modulesIn(root));
      io.print(json, { written }, () => `Built dist/, ${written.length} files`);
    });
}

/** Folders of the modules to compile, relative to a host or to the repository of a plugin. @throws Error for others */
async function modulesIn(root: string): Promise<readonly string[]> {
  if (['module.json', 'package.json'].every((name) => existsSync(join(root, name)))) return [''];
  const { dependenciesOf, findFolders } = await import('../../hosting/internals.ts');
  if (dependenciesOf(root).includes('lectern'))
    return findFolders({ root }).folders.flatMap((one) => (one.package ? [] : relative(root, one.folder)));
  throw new Error(
    `${root} is no repository of a plugin, which has module.json and package.json, and no host, whose package.json depends on lectern; write one with: lectern new plugin <name> --package, or lectern new host <folder>`,
  );
}

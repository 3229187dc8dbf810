import { type CommandContext, examples } from '../../cli/index.ts';

/** `lectern types`: the check `types` alone, which starts nothing. */
export default function addTypes({ program, io, root }: CommandContext): void {
  program
    .command('types')
    .argument('[folder]', 'folder of a plugin, wherever it stands, of a module in core/ of a host, or custom', '.')
    .description('Check the types of one module, with those of the installation; exit code 1 for an error.')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('types plugins/vip', 'types custom'))
    .action(async (folder: string, { json }: { json?: boolean }) => {
      const [{ typesOf }, { targetOf }] = await Promise.all([
        import('../check/checks/types.ts'),
        import('../check/target.ts'),
      ]);
      const { findings, notApplicable } = await typesOf(targetOf(root(), folder));
      if (notApplicable !== undefined && /^not checked/.test(notApplicable)) throw new Error(notApplicable);
      const lines = findings.map(({ file, message }) => `${file}: ${message}`);
      io.print(json, { findings }, () => [...lines, `${findings.length || 'no'} errors`].join('\n'));
      if (findings.length > 0) io.exitCode = 1;
    });
}

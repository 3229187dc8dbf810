import { type CommandContext, examples } from '../../cli/index.ts';

export default function addTest({ program, io, boot }: CommandContext): void {
  program
    .command('test')
    .argument('<module...>', 'a plugin by its name or its folder, `custom`, or a single test')
    .option('--grep <text>', 'run only the tests whose names contain this')
    .option('--json', 'print the outcome as JSON')
    .description('Run the tests of plugins or of custom, in TypeScript or JavaScript.')
    .addHelpText('after', examples('test vip', 'test plugins/vip --grep level', 'test custom --json'))
    .action(async (modules: string[], options: { grep?: string; json?: boolean }) => {
      const { runTests } = await import('../test/run_tests.ts');
      io.exitCode = await runTests(boot(), modules, options);
    });
}

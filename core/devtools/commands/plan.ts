import { type CommandContext, examples } from '../../cli/index.ts';
import type { Intent } from '../plan/intent.ts';
import { planText } from '../plan/text.ts';

interface Options {
  readonly json?: boolean;
  readonly without?: string;
}

export default function addPlan({ program, io, root, boot }: CommandContext): void {
  program
    .command('plan')
    .argument('[folder]', 'folder of a plugin, inside or outside of plugins/; one inside counts as just added')
    .description('Try a change of the plugins on a database in memory; exit code 1 when it breaks something.')
    .option('--without <name>', 'remove this plugin instead')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('plan plugins/vip', 'plan --without vip', 'plan plugins/vip --json'))
    .action(
      async (folder: string | undefined, { json, without }: Options, command: { error(message: string): never }) => {
        if ((folder === undefined) === (without === undefined))
          command.error('Name either a folder, or a plugin with --without.');
        const { planOf } = await import('../plan/plan.ts');
        const plan = await planOf(boot(), await intentOf(root(), folder, without));
        io.print(json, plan, () => planText(plan));
        if (plan.breaks.length > 0) io.exitCode = 1;
      },
    );
}

async function intentOf(root: string, folder: string | undefined, without: string | undefined): Promise<Intent> {
  const { intentToAdd, intentToRemove } = await import('../plan/intent.ts');
  return without === undefined ? intentToAdd(root, folder as string) : intentToRemove(root, without);
}

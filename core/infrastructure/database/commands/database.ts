import type { Command } from 'commander';
import { type CommandContext, confirm, examples, withDatabase } from '../../../cli/index.ts';

interface Options {
  readonly json?: boolean;
}

/** `lectern database ...`: distributes tables over the nodes of a Citus, and shows where they are. */
export default function addDatabase(context: CommandContext): void {
  const database = context.program
    .command('database')
    .description('Distribute the tables over the nodes of a Citus, and show their places.')
    .addHelpText('after', examples('database distribute --plan', 'database distribute', 'database status'));
  addDistribute(database, context);
  addStatus(database, context);
  addRebalance(database, context);
}

const aboutDistribute = `
Stop all servers first. Each table is copied in a transaction of its own; after an interruption, run the command again.
Tables of later migrations follow in the next run. The plan works on every database and changes nothing.`;

function addDistribute(database: Command, { io, boot }: CommandContext): void {
  database
    .command('distribute')
    .description('Distribute the tables as the modules declare; needs the extension citus.')
    .option('--plan', 'only show the order, and what cannot be distributed yet and why')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .addHelpText('after', aboutDistribute)
    .addHelpText('after', examples('database distribute --plan', 'database distribute --yes'))
    .action(async ({ plan: planOnly, yes, json }: Options & { readonly plan?: boolean; readonly yes?: boolean }) => {
      await withDatabase(boot(), async (kernel) => {
        const { distribute, planDistribution } = await import('../distribution/distribute.ts');
        const { distributionPlanText, placedText } = await import('../distribution/distribution_text.ts');
        const { assertCitus } = await import('../distribution/citus.ts');
        if (planOnly !== true) await assertCitus(kernel.services.database);
        const plan = await planDistribution(kernel);
        if (json !== true) io.log(distributionPlanText(plan));
        if (planOnly !== true) {
          const text = `This moves ${plan.tables.length} tables from the coordinator to all nodes.`;
          if (plan.tables.length > 0 && !(await confirm(io, { text, word: 'distribute', yes }))) return;
          await distribute(kernel, (one) => json !== true && io.log(`distributed${placedText(one).slice(1)}`));
        }
        if (json === true) io.log(JSON.stringify(plan, null, 2));
      });
    });
}

function addStatus(database: Command, { io, boot }: CommandContext): void {
  database
    .command('status')
    .description(
      'List the distributed tables and the nodes, with shards and sizes; exit code 1 when a step is pending.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', examples('database status', 'database status --json'))
    .action(async ({ json }: Options) => {
      await withDatabase(boot(), async (kernel) => {
        const { distributionStatus } = await import('../distribution/distribute.ts');
        const { distributionStatusText } = await import('../distribution/distribution_text.ts');
        const status = await distributionStatus(kernel);
        io.print(json, status, () => distributionStatusText(status));
        if (status.pending.length + status.waiting.length > 0) io.exitCode = 1;
      });
    });
}

function addRebalance(database: Command, { io, boot }: CommandContext): void {
  database
    .command('rebalance')
    .description('Move shards to nodes that were added, while servers run; needs wal_level = logical.')
    .addHelpText('after', examples('database rebalance'))
    .action(async () => {
      await withDatabase(boot(), async ({ services }) => {
        const { assertCitus, rebalance } = await import('../distribution/citus.ts');
        await assertCitus(services.database);
        const moved = await services.database.withBackgroundTimeout(() => rebalance(services.database), 0);
        io.log(moved ? 'The shards are balanced.' : 'The shards were balanced already.');
      });
    });
}

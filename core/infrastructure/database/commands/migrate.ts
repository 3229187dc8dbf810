import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Kernel } from '../../../hosting/internals.ts';
import { type CommandContext, confirm, examples, table, withDatabase } from '../../../cli/index.ts';
import type { DownOptions, DownPlan } from '../migrate/down.ts';
import { isUnmarked, planText } from '../migrate/plan_text.ts';
import type { MigrationLine } from '../migrate/status.ts';
import type { Applied } from '../migrate/up.ts';

interface Options {
  readonly module?: string;
  readonly json?: boolean;
}

/** `lectern migrate ...`: lists, plans, applies and reverts migrations by hand. */
export default function addMigrate(context: CommandContext): void {
  const migrate = context.program
    .command('migrate')
    .description('Show, apply and revert migrations. Every start applies pending migrations.')
    .addHelpText(
      'after',
      examples('migrate status', 'migrate plan', 'migrate up', 'migrate down --module vip --steps 1'),
    );
  addStatus(migrate, context);
  addPlan(migrate, context);
  addUp(migrate, context);
  addDown(migrate, context);
}

function addStatus(migrate: Command, { io, boot }: CommandContext): void {
  migrate
    .command('status')
    .description('List the migrations and their state; exit code 1 when an applied one was changed or is missing.')
    .option('--module <name>', 'only migrations of this module')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('migrate status', 'migrate status --module vip --json'))
    .action(async ({ module, json }: Options) => {
      await withDatabase(boot(), async (kernel) => {
        const { migrationLines } = await import('../migrate/status.ts');
        const lines = await migrationLines(kernel, module);
        io.print(json, lines, () => (lines.length > 0 ? table(lines.map(printed)) : 'There are no migrations.'));
        if (lines.some(isBroken)) io.exitCode = 1;
      });
    });
}

/** Whether an applied migration was changed or is missing. Missing files of a removed plugin are no error. */
function isBroken({ state, moduleState }: MigrationLine): boolean {
  return state === 'changed' || (state === 'missing' && moduleState !== 'gone');
}

function printed({ module, moduleState, migration, state }: MigrationLine): Record<string, string> {
  return { module: moduleState === 'active' ? module : `${module} (${moduleState})`, migration, state };
}

const aboutPlan = `
The command changes nothing in the database, and reads only its catalogue and migration history. It creates the tables,
without rows, in an embedded database in memory, and runs the pending migrations there. Effects on existing rows are
therefore not shown.
  expand  servers of the previous version keep working     locks   other connections wait, longer for larger tables
  BREAKS  servers of the previous version fail             data    rows change
  look    the effect is not known; review the statement
Exit code 1 when a migration breaks servers without declaring it (export const contract = 'why'), or cannot be applied.`;

function addPlan(migrate: Command, { io, boot }: CommandContext): void {
  migrate
    .command('plan')
    .description('Show the statements of pending migrations, and their effects on servers that still run.')
    .option('--module <name>', 'only migrations of this module')
    .option('--json', 'print JSON')
    .addHelpText('after', aboutPlan)
    .addHelpText('after', examples('migrate plan', 'migrate plan --module vip --json'))
    .action(async ({ module, json }: Options) => {
      await withDatabase(boot(), async (kernel) => {
        const { planUp } = await import('../migrate/plan.ts');
        const planned = await planUp(kernel, module);
        io.print(json, planned, () => planText(planned));
        if (planned.some((one) => isUnmarked(one) || one.failure !== undefined)) io.exitCode = 1;
      });
    });
}

function addUp(migrate: Command, { io, boot }: CommandContext): void {
  migrate
    .command('up')
    .description('Apply pending migrations without starting the server.')
    .option('--module <name>', 'only migrations of this module')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('migrate up', 'migrate up --module vip'))
    .action(async ({ module, json }: Options) => {
      const work = async (kernel: Kernel) => {
        const { up } = await import('../migrate/up.ts');
        const applied: Applied[] = [];
        // Printed one by one, so that migrations applied before a failure are listed.
        await up(kernel, module, (one) => {
          applied.push(one);
          if (json !== true) io.log(`${one.module}: ${one.migration} applied`);
        });
        if (json === true) io.log(JSON.stringify(applied, null, 2));
        else if (applied.length === 0) io.log('Nothing is pending.');
      };
      await withDatabase(boot(), work, { creates: true });
    });
}

function addDown(migrate: Command, { io, boot }: CommandContext): void {
  migrate
    .command('down')
    .description('Revert the latest migrations of a module. Rows of dropped tables and columns are lost.')
    .requiredOption('--module <name>', 'the module')
    .addOption(new Option('--steps <number>', 'number of migrations (default: 1)').argParser(stepsOf))
    .addOption(new Option('--to <migration>', 'the migration that remains the latest').conflicts('steps'))
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('migrate down --module vip', 'migrate down --module vip --to 001_vip_levels --yes'))
    .action(async ({ json, yes, ...options }: DownOptions & Options & { readonly yes?: boolean }) => {
      await withDatabase(boot(), async (kernel) => {
        const { down, planDown } = await import('../migrate/down.ts');
        const plan = await planDown(kernel, options);
        const { name } = plan.module;
        if (plan.names.length > 0 && !(await confirm(io, { text: question(plan), word: name, yes }))) return;
        const reverted = plan.names.length > 0 ? await down(kernel, plan) : [];
        io.print(json, { module: name, reverted }, () => revertedText(name, reverted));
      });
    });
}

function question({ module, names }: DownPlan): string {
  return `This reverts ${names.join(', ')} of ${module.name}; rows of dropped tables and columns are lost.`;
}

function revertedText(module: string, reverted: readonly string[]): string {
  if (reverted.length === 0) return `There is nothing to revert of ${module}.`;
  const hint = 'The next start applies these migrations again: remove their files, or disable the plugin, first.';
  return [...reverted.map((name) => `${module}: ${name} reverted`), hint].join('\n');
}

function stepsOf(text: string): number {
  const steps = Number(text);
  if (Number.isInteger(steps) && steps > 0) return steps;
  throw new InvalidArgumentError('The value must be a whole number from 1.');
}

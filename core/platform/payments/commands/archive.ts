import type { CommandContext } from '../../../cli/index.ts';

interface Options {
  readonly to?: string;
  readonly plan?: boolean;
  readonly json?: boolean;
}

/** `lectern archive --to FOLDER`: moves old closed trades to files; `--plan` only counts them. */
export default function addArchive({ program, io, withServices }: CommandContext): void {
  program
    .command('archive')
    .description('Move closed trades that are older than modules.payments.archiveDays to files, and check the files.')
    .option('--to <folder>', 'existing folder for the files and their manifest')
    .option('--plan', 'only count the trades that would be moved')
    .option('--json', 'print JSON')
    .action(async ({ to, plan = false, json = false }: Options) => {
      if (to === undefined && !plan)
        throw new Error('Name the folder for the files with --to, or see with --plan what would be moved.');
      await withServices(async ({ tradeArchive }) => {
        const totals = to === undefined || plan ? await tradeArchive.plan() : await tradeArchive.run(to);
        const { trades, cash, coins, boughtCoins } = totals;
        const sums = `cash ${cash}, coins ${coins}, bought coins ${boughtCoins}, in hundredths`;
        io.print(json, totals, () => `${plan ? 'Would move' : 'Moved'} ${trades} closed trades (${sums}).`);
      });
    });
}

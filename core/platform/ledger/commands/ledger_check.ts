import type { CommandContext } from '../../../cli/index.ts';

/** `lectern ledger:check`: audits the ledger, and exits with 1 when a row is wrong. */
export default function addLedgerCheck({ program, io, withServices }: CommandContext): void {
  program
    .command('ledger:check')
    .description('Check that every transaction of the ledger sums to zero, and every account of a user to its balance.')
    .option('--json', 'print JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      await withServices(async (services) => {
        const report = await services.ledger.audit();
        const { transactions, entries, accounts, wrong } = report;
        const checked = `Checked ${transactions} transactions with ${entries} entries, and ${accounts} accounts of users`;
        io.print(json, report, () => `${checked}.`);
        if (wrong !== null) throw new Error(wrong);
      });
    });
}

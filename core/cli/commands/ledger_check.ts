import type { CommandContext } from '../context.ts';
import { withStarted } from '../quiet_kernel.ts';

/** `lectern ledger:check`: compares the ledger with itself, and ends with 1 when a row is off. */
export function addLedgerCheck({ program, root }: CommandContext): void {
  program
    .command('ledger:check')
    .description('Check that every transaction of the ledger sums to zero and every account to its balance.')
    .option('--json', 'print JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      await withStarted(root(), async ({ services }) => {
        const report = await services.ledger.audit();
        const { transactions, entries, accounts, wrong } = report;
        const checked = `Checked ${transactions} transactions with ${entries} entries, and ${accounts} accounts of users`;
        console.log(json ? JSON.stringify(report, null, 2) : `${checked}.`);
        if (wrong !== null) throw new Error(wrong);
      });
    });
}

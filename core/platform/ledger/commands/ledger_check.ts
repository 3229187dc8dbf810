import type { CommandContext } from '../../../cli/index.ts';
import type { AuditOptions } from '../services/audit.ts';

/** `lectern ledger:check`: audits the ledger, and exits with 1 when a row is wrong. */
export default function addLedgerCheck({ program, io, withServices }: CommandContext): void {
  program
    .command('ledger:check')
    .description('Check that every transaction of the ledger sums to zero, and every account of a user to its balance.')
    .option('--full', 'read all entries, also those that earlier checks have read')
    .option('--forget', 'forget the sums of earlier checks, and read all entries')
    .option('--json', 'print JSON')
    .action(async ({ json = false, ...options }: AuditOptions & { json?: boolean }) => {
      await withServices(async (services) => {
        const report = await services.ledger.audit(options);
        const { transactions, entries, accounts, read, wrong } = report;
        const checked = `Checked ${transactions} transactions with ${entries} entries, and ${accounts} accounts of users.`;
        const part = ` ${read} entries were read: the new ones and a part of the older ones; --full reads all.`;
        io.print(json, report, () => (read < entries ? checked + part : checked));
        if (wrong !== null) throw new Error(wrong);
      });
    });
}

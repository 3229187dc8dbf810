import type { CommandContext } from '../../../cli/index.ts';

/** `lectern payments:payout USER AMOUNT --reference TEXT`: records a bank transfer to a user, as a payout. */
export default function addPaymentsPayout({ program, io, withServices }: CommandContext): void {
  program
    .command('payments:payout')
    .argument('<user>', 'id of the user')
    .argument('<amount>', 'transferred amount in RMB, such as 9.90')
    .requiredOption('--reference <text>', 'number of the bank transfer')
    .description('Record a bank transfer to a user, and subtract the amount from the cash account of the user.')
    .action(async (user: string, amount: string, { reference }: { reference: string }) => {
      const [{ input, reader }, { newPayout }] = await Promise.all([import('lectern'), import('../inputs.ts')]);
      const wanted = reader({ userId: input.id(), ...newPayout })({ userId: user, amount, reference });
      await withServices(async (services) => {
        const { auditTrail, database, payouts } = services;
        const id = await database.transaction(async () => {
          const made = await payouts.add({ ...wanted, paidBy: null });
          const resource = '/cash_accounts/{userId}/payouts';
          const path = `/cash_accounts/${user}/payouts/${made.id}`;
          const after = { id: made.id, userId: user, amount, reference };
          await auditTrail.note({ action: 'add', resource, path, fields: Object.keys(wanted), before: null, after });
          return made.id;
        });
        io.log(`Recorded the payout ${id} of RMB ${amount} to the user ${user}.`);
      });
    });
}

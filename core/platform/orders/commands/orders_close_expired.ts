import type { CommandContext } from '../../../cli/index.ts';

/**
 * `lectern orders:close-expired`: closes unpaid orders past their payment deadline, like the job
 * `orders.close_expired`.
 */
export default function addOrdersCloseExpired({ program, io, withServices }: CommandContext): void {
  program
    .command('orders:close-expired')
    .description('Close orders that were not paid in time, and release their coupons and coins.')
    .option('--json', 'print JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      await withServices(async (services) => {
        const { closed, failed } = await services.closing.closeExpired();
        io.log(json ? JSON.stringify({ closed, failed }) : `Closed orders: ${closed}.`);
        if (failed > 0)
          throw new Error(
            `Orders that could not be closed: ${failed}. The log names the causes; fix them, then run the command again.`,
          );
      });
    });
}

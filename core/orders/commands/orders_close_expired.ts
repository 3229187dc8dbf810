import type { CommandContext } from '../../cli/index.ts';

/** `lectern orders:close-expired`: closes orders past their payment deadline, as the background worker does. */
export default function addOrdersCloseExpired({ program, io, withServices }: CommandContext): void {
  program
    .command('orders:close-expired')
    .description('Close orders that were not paid in time; their coupons and coins are free again.')
    .option('--json', 'print JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      await withServices(async (services) => {
        const { closed, failed } = await services.closing.closeExpired();
        io.log(json ? JSON.stringify({ closed, failed }) : `Closed ${closed} orders.`);
        if (failed > 0)
          throw new Error(`${failed} orders could not be closed; the log above says why. Try again later.`);
      });
    });
}

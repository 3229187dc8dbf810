import type { Events, Services } from 'lectern';
import type { PublicEvent } from '../../infrastructure/events/index.ts';
import { keptTrade, shownKept } from './shapes/trade.ts';

type Paid = Pick<Events['trade.paid'], 'tradeSn'>;

/** Event about a received payment for other systems, with the trade. */
export function publicTradeEvents({ trades }: Pick<Services, 'trades'>): readonly PublicEvent[] {
  return [
    {
      event: 'trade.paid',
      summary: 'A payment of an order, or for coins, was received.',
      requires: 'admin_order',
      shape: keptTrade,
      mode: 'public',
      key: ({ tradeSn }: Paid) => `trade ${tradeSn}`,
      find: async ({ tradeSn }: Paid) => {
        const found = await trades.find(tradeSn);
        return found && shownKept(found, (await trades.refundsOf([found])).get(tradeSn));
      },
    },
  ];
}

import { use } from 'lectern';
import type { Movement } from '../../ledger/index.ts';
import type { Order } from '../../orders/index.ts';
import type { Trade } from '../trade.ts';

/** Reserves coins for open trades. All methods need an open transaction. */
export class Holds {
  readonly #ledger = use('ledger');
  readonly #trades = use('trades');

  /** Moves the coins of a new trade from the owner to `coin.held`. @throws ledgerFailures.insufficientBalance */
  async hold({ sn: tradeSn, orderSn, userId, coins }: Trade): Promise<void> {
    if (coins === 0) return;
    const movement: Movement = { from: { userId, kind: 'coin' }, to: 'coin.held', amount: coins };
    await this.#ledger.post({ reason: 'trade.held', tradeSn, ...(orderSn && { orderSn }) }, [movement]);
  }

  /**
   * Moves a locked unpaid trade to `closing`, and returns the reserved coins to the owner. `Reconciliation` later
   * closes the payment at the payment platform.
   */
  async release(trade: Trade): Promise<void> {
    const { sn: tradeSn, orderSn, userId, coins } = trade;
    await this.#trades.move(trade, 'closing');
    if (coins === 0) return;
    const movement: Movement = { from: 'coin.held', to: { userId, kind: 'coin' }, amount: coins };
    await this.#ledger.post({ reason: 'trade.released', tradeSn, ...(orderSn && { orderSn }) }, [movement]);
  }

  /** Ends the open trade of a locked order, if there is one. */
  async releaseOf({ sn, status }: Order): Promise<void> {
    if (status !== 'paying') return;
    const open = await this.#trades.ofOrder(sn, 'paying');
    if (open) await this.release(open);
  }
}

import { use } from 'lectern';
import { ledgerFailures } from '../../ledger/index.ts';
import { orderFailures, type Order } from '../../orders/index.ts';

/** Coins to pay an order with, in hundredths. */
export interface CoinsToUse {
  readonly order: Order;
  readonly coins: number;
  /** Encrypted payment password; not checked where `isAuthorised` is true. */
  readonly payPassword: string | undefined;
  readonly isAuthorised: boolean;
}

/** Checks whether an order may be paid with coins of its owner. */
export class CoinChecks {
  readonly #ledger = use('ledger');
  readonly #payPasswords = use('payPasswords');
  readonly #trades = use('trades');

  /**
   * Checks the password, the number of coins and the balance; must run outside of transactions. Passes zero coins.
   * @throws payPasswordMissing, payPasswordNotSet, payPasswordWrong, tooManyCoins, insufficientBalance
   * @throws tooManyRequests and unavailable by the check of the password
   */
  async pass({ order, coins, payPassword, isAuthorised }: CoinsToUse): Promise<void> {
    if (coins === 0) return;
    if (!isAuthorised) await this.#authorise(order.userId, payPassword);
    if (coins > order.maxCoins) throw orderFailures.tooManyCoins();
    const { cash: balance } = await this.#ledger.coinAccount(order.userId);
    if (coins <= balance) return;
    // Coins held by an earlier trade of this order are available again.
    const open = await this.#trades.ofOrder(order.sn, 'paying');
    if (coins > balance + (open?.coins ?? 0)) throw ledgerFailures.insufficientBalance();
  }

  async #authorise(userId: string, payPassword: string | undefined): Promise<void> {
    if (payPassword === undefined) throw orderFailures.payPasswordMissing();
    if (!(await this.#payPasswords.isSet(userId))) throw orderFailures.payPasswordNotSet();
    if (!(await this.#payPasswords.isRight(userId, payPassword))) throw orderFailures.payPasswordWrong();
  }
}

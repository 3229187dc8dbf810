import { use } from 'lectern';
import type { Checked } from '../../../infrastructure/events/index.ts';
import type { IdempotentAttempt } from '../../../infrastructure/idempotency/index.ts';
import { coin } from '../../../infrastructure/settings/index.ts';
import { orderFailures } from '../../orders/index.ts';
import { failures } from '../failures.ts';
import type { Payer } from './payment_initiations.ts';
import type { TradeAnswer } from './trade_answers.ts';

const MAX_COINS = 100_000_000;
const EXPIRES_MS = 86_400_000;
const HUNDREDTHS = 100n;
const WRONG_COINS = 'coinAmount must be above 0 and at most 1,000,000.00.';

export interface RechargeRequest extends Payer {
  readonly userId: string;
  readonly gateway: string;
  /** Coins to buy, in hundredths. */
  readonly coins: number;
}

/** Sells coins for cash. */
export class Recharges {
  readonly #initiations = use('paymentInitiations');
  readonly #clock = use('clock');
  readonly #gateways = use('gateways');
  readonly #settings = use('settings');
  readonly #trades = use('trades');
  readonly #creating: Checked<'recharge.creating'> = use('eventChecks').before('recharge.creating');

  /**
   * Starts a payment for coins.
   * @throws wrongParameter, failures.wrongAmount, orderFailures.notForSale, conflict, unavailable
   * @throws failures of the checks of `recharge.creating`
   */
  async carryOut(request: RechargeRequest, attempt: IdempotentAttempt<TradeAnswer>): Promise<TradeAnswer> {
    const { userId, gateway, coins: boughtCoins, address, openid } = request;
    const { name, rate } = await this.#check(request);
    const cash = priceOf(boughtCoins, rate);
    const make = async () => {
      const expiresAt = new Date(this.#clock.now().getTime() + EXPIRES_MS);
      const parts = { type: 'recharge', orderSn: null, coins: 0, status: 'paying' } as const;
      return (await this.#trades.insert({ ...parts, userId, gateway, cash, boughtCoins, expiresAt })).sn;
    };
    const trade = await this.#trades.get(
      attempt.made ?? (await attempt.make(() => this.#creating({ userId, gateway, coins: boughtCoins, cash }, make))),
    );
    const begun = await this.#initiations.of(trade, { title: name, address, openid });
    return attempt.answer(() => this.#initiations.keep(trade, begun));
  }

  async #check({ gateway: name, coins }: RechargeRequest) {
    const gateway = this.#gateways.named(name);
    if (coins <= 0 || coins > MAX_COINS) throw failures.wrongAmount({ message: WRONG_COINS });
    const terms = await this.#settings.get(coin);
    const rate = Math.round(Number(terms.rate) * Number(HUNDREDTHS));
    if (!terms.enabled || rate === 0)
      throw orderFailures.notForSale({ message: 'Coins are not for sale on this site.' });
    if (!(await gateway.isEnabled()))
      throw orderFailures.notForSale({ message: 'The gateway is disabled; choose another gateway.' });
    return { name: terms.name, rate };
  }
}

/** Returns the price in hundredths of RMB, rounded up. `coins` and `rate` (coins for one RMB) are in hundredths. */
function priceOf(coins: number, rate: number): number {
  return Number((BigInt(coins) * HUNDREDTHS + BigInt(rate) - 1n) / BigInt(rate));
}

import { Failure, standardFailures, use } from 'lectern';
import type { IdempotentAttempt } from '../../../infrastructure/idempotency/index.ts';
import { together } from '../../../infrastructure/database/index.ts';
import { coinsDue, coinTerms, isUnpaid, orderFailures, type Order } from '../../orders/index.ts';
import { payment } from '../../../infrastructure/settings/index.ts';
import { failures } from '../failures.ts';
import type { Payer } from './payment_initiations.ts';
import { COIN } from './gateways.ts';
import type { TradeAnswer } from './trade_answers.ts';

/** Terms of a payment of an order by POST /trades. */
export interface TradeRequest {
  readonly userId: string;
  readonly orderSn: string;
  readonly gateway: string;
  /** Coins in hundredths; undefined for those authorised with the order, and for none with the gateway `Coin`. */
  readonly coins: number | undefined;
  readonly payPassword: string | undefined;
  readonly payer: Payer;
}

/** Terms of a payment of an order by POST /pay_center. */
export interface PayCenterRequest {
  readonly userId: string;
  readonly orderId: string;
  readonly targetType: string;
  readonly method: 'alipay' | 'coin';
  readonly payer: Payer;
}

const ALIPAY = 'Alipay_LegacyExpress';
const TOO_FEW = 'coinAmount must not be negative, and must pay the whole order where the gateway is Coin.';
const UNAUTHORISED =
  'The order authorised fewer coins than it costs; pay it with alipay, or by POST /trades with coinAmount and payPassword.';

/** Checks the payment of an order in the sequence of the specification, then pays or starts the payment. */
export class Checkout {
  readonly #coinChecks = use('coinChecks');
  readonly #coupons = use('coupons');
  readonly #gateways = use('gateways');
  readonly #orders = use('orders');
  readonly #products = use('products');
  readonly #purchases = use('purchases');
  readonly #settings = use('settings');

  /** Pays an order by POST /trades. @throws the failures of POST /trades (specification, section 7) */
  async byTrade(request: TradeRequest, attempt: IdempotentAttempt<TradeAnswer>): Promise<TradeAnswer> {
    const { gateway, payer, payPassword } = request;
    const order = ownedBy(request.userId, await this.#orders.find(request.orderSn));
    return this.#unlessPaid(order, attempt, async () => {
      await this.#mustHoldCoupon(order);
      const coins = coinsOf(request, order);
      await this.#coinChecks.pass({ order, coins, payPassword, isAuthorised: request.coins === undefined });
      if (!(await this.#isOn(gateway, coins)))
        throw orderFailures.notForSale({
          message: 'The gateway, or the use of coins, is disabled; choose another gateway, or pay without coins.',
        });
      await this.#mustBeOpen(order);
      return this.#purchases.carryOut({ order, gateway, coins, payer }, attempt);
    });
  }

  /** Pays an order by POST /pay_center. @throws the failures of POST /pay_center (specification, section 7) */
  async byPayCenter(request: PayCenterRequest, attempt: IdempotentAttempt<TradeAnswer>): Promise<TradeAnswer> {
    const { targetType, payer } = request;
    const order = ownedBy(request.userId, await this.#orders.findByEither(request.orderId));
    if (order.targetType !== targetType) throw wrongTargetType();
    const attemptForOrder = withOrderId(order.id, attempt);
    return this.#unlessPaid(order, attemptForOrder, async () => {
      await this.#mustHoldCoupon(order);
      const gateway = request.method === 'coin' ? COIN : ALIPAY;
      const coins = order.authorisedCoins;
      if (!(await this.#isOn(gateway, coins))) throw failures.methodNotEnabled();
      const isEnough = gateway !== COIN || coins >= coinsDue(order);
      await together([
        this.#mustBeOpen(order),
        isEnough ? Promise.resolve() : Promise.reject(orderFailures.payPasswordMissing({ message: UNAUTHORISED })),
        this.#coinChecks.pass({ order, coins, payPassword: undefined, isAuthorised: true }),
      ]);
      return this.#purchases.carryOut({ order, gateway, coins, payer }, attemptForOrder);
    });
  }

  /**
   * Calls `pay` unless the order is paid. Answers for a paid order, also after a failure of `pay`, with the stored
   * payment.
   */
  async #unlessPaid(
    order: Order,
    attempt: IdempotentAttempt<TradeAnswer>,
    pay: () => Promise<TradeAnswer>,
  ): Promise<TradeAnswer> {
    if (isPaid(order)) return attempt.answer(() => this.#purchases.answerForPaid(order));
    try {
      return await pay();
    } catch (error) {
      const now = error instanceof Failure ? await this.#orders.get(order.sn) : order;
      if (!isPaid(now)) throw error;
      return attempt.answer(() => this.#purchases.answerForPaid(now));
    }
  }

  /** @throws failures.couponGone */
  async #mustHoldCoupon(order: Order): Promise<void> {
    if (!isUnpaid(order) || order.couponCode === null) return;
    if (!(await this.#coupons.isHeld(order.sn))) throw failures.couponGone();
  }

  async #mustBeOpen(order: Order): Promise<void> {
    if (!isUnpaid(order)) throw orderFailures.notForSale({ message: 'The order is closed; make a new order.' });
    await this.#products.mustBeForSale(order);
  }

  /** Whether the current settings enable the gateway, and coins too if the payment uses coins. */
  async #isOn(gateway: string, coins: number): Promise<boolean> {
    const usesCoins = gateway === COIN || coins > 0;
    if (usesCoins && !(await coinTerms(this.#settings)).enabled) return false;
    if (gateway !== COIN) return (await this.#gateways.find(gateway)?.isEnabled()) ?? false;
    return (await this.#settings.get(payment)).enabled;
  }
}

/** Returns the order of a user. @throws orderNotFound, notYourOrder */
function ownedBy(userId: string, order: Order | undefined): Order {
  if (!order) throw orderFailures.orderNotFound();
  if (order.userId !== userId) throw orderFailures.notYourOrder();
  return order;
}

function isPaid(order: Order): boolean {
  return !isUnpaid(order) && order.status !== 'closed';
}

/** Returns the coins to use, in hundredths. @throws failures.wrongAmount */
function coinsOf({ coins: given, gateway }: TradeRequest, order: Order): number {
  const coins = given ?? (gateway === COIN ? 0 : order.authorisedCoins);
  const isEnough = gateway !== COIN || coins >= coinsDue(order);
  if (coins < 0 || !isEnough) throw failures.wrongAmount({ message: TOO_FEW });
  return coins;
}

/** Wraps an attempt: the stored answer also contains the id of the order. */
function withOrderId(orderId: string, attempt: IdempotentAttempt<TradeAnswer>): IdempotentAttempt<TradeAnswer> {
  return {
    made: attempt.made,
    make: (effect) => attempt.make(effect),
    answer: (effect) => attempt.answer(async () => ({ ...(await effect()), orderId })),
  };
}

function wrongTargetType() {
  const message = 'must be the kind of goods of the order';
  return standardFailures.invalidParameter({ details: [{ field: 'targetType', message }] });
}

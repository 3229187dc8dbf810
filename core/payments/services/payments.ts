import type { Services } from 'lectern';
import type { KeyedRequest, Turn } from '../../idempotency/index.ts';
import type { Checkout, PayCenterRequest } from './checkout.ts';
import type { Gateways } from './gateways.ts';
import type { Recharges } from './recharges.ts';
import type { TradeAnswer } from './trade_answers.ts';

/** What POST /trades asks for. */
export interface AskedTrade {
  readonly gateway: string;
  readonly type: 'purchase' | 'recharge';
  readonly orderSn?: string;
  readonly coinAmount?: number;
  readonly payPassword?: string;
  readonly openid?: string;
}

/** Who asks, from where, and by which key. */
export interface Asker {
  readonly userId: string;
  readonly address: string;
  readonly key: string | undefined;
}

/** Payments as clients ask for them: each is carried out once. */
export class Payments {
  readonly #checkout: Checkout;
  readonly #gateways: Gateways;
  readonly #recharges: Recharges;
  readonly #requests: Services['orderRequests'];

  constructor({
    checkout,
    gateways,
    orderRequests,
    recharges,
  }: Pick<Services, 'checkout' | 'gateways' | 'orderRequests' | 'recharges'>) {
    this.#checkout = checkout;
    this.#gateways = gateways;
    this.#recharges = recharges;
    this.#requests = orderRequests;
  }

  /** Makes sure that there is such a way to pay for such a thing. @throws wrongParameter */
  mustSuit(asked: AskedTrade): void {
    this.#gateways.mustSuit(asked);
  }

  /** Pays an order or begins to, or begins to buy coins. @throws the failures of `Checkout.byTrade` and `Recharges` */
  byTrade(asked: AskedTrade, { userId, address, key }: Asker): Promise<TradeAnswer> {
    const { gateway, type, orderSn = '', coinAmount: coins, payPassword, openid } = asked;
    const payer = { address, openid };
    const request = { key, userId, operation: 'POST /trades', body: asked };
    return this.#carryOut(request, (turn) =>
      type === 'recharge'
        ? this.#recharges.carryOut({ userId, gateway, coins: coins ?? 0, ...payer }, turn)
        : this.#checkout.byTrade({ userId, orderSn, gateway, coins, payPassword, payer }, turn),
    );
  }

  /** Pays an order with what was authorised, or by Alipay. @throws the failures of `Checkout.byPayCenter` */
  byPayCenter(
    asked: Pick<PayCenterRequest, 'orderId' | 'targetType' | 'method'>,
    { userId, address, key }: Asker,
  ): Promise<TradeAnswer> {
    const payer = { address, openid: undefined };
    const request = { key, userId, operation: 'POST /pay_center', body: asked };
    return this.#carryOut(request, (turn) => this.#checkout.byPayCenter({ ...asked, userId, payer }, turn));
  }

  #carryOut(request: KeyedRequest, work: (turn: Turn<TradeAnswer>) => Promise<TradeAnswer>): Promise<TradeAnswer> {
    return this.#requests.carryOut<TradeAnswer>(request, work);
  }
}

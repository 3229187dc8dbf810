import { standardFailures, use } from 'lectern';
import type { PayCenterRequest } from './checkout.ts';
import type { TradeAnswer } from './trade_answers.ts';

/** Input of POST /trades. */
export interface TradeInput {
  readonly gateway: string;
  readonly type: 'purchase' | 'recharge';
  readonly orderSn?: string;
  readonly coinAmount?: number;
  readonly payPassword?: string;
  readonly openid?: string;
}

/** Caller, IP address and idempotency key of a request. */
export interface TradeClient {
  readonly userId: string;
  readonly address: string;
  readonly key: string | undefined;
}

/** Payment requests of clients; repeated requests with one idempotency key pay only once. */
export class Payments {
  readonly #bindings = use('bindings');
  readonly #checkout = use('checkout');
  readonly #gateways = use('gateways');
  readonly #products = use('products');
  readonly #recharges = use('recharges');
  readonly #requests = use('orderRequests');

  /**
   * Pays an order, or starts a payment for an order or for coins.
   * @throws missingParameter, and the failures of `OrderRequests.carryOut`, `Checkout.byTrade` and `Recharges`
   */
  async byTrade(input: TradeInput, { userId, address, key }: TradeClient): Promise<TradeAnswer> {
    const { gateway, type, orderSn = '', coinAmount: coins, payPassword } = input;
    const payer = { address, openid: await this.#openidOf(input, userId) };
    const request = { key, userId, operation: 'POST /trades', body: input };
    return this.#requests.carryOut<TradeAnswer>(request, (attempt) =>
      type === 'recharge'
        ? this.#recharges.carryOut({ userId, gateway, coins: coins ?? 0, ...payer }, attempt)
        : this.#checkout.byTrade({ userId, orderSn, gateway, coins, payPassword, payer }, attempt),
    );
  }

  /**
   * Pays an order with authorised coins, or starts a payment by Alipay.
   * @throws invalidParameter, and the failures of `OrderRequests.carryOut` and `Checkout.byPayCenter`
   */
  async byPayCenter(
    input: Pick<PayCenterRequest, 'orderId' | 'targetType' | 'method'>,
    { userId, address, key }: TradeClient,
  ): Promise<TradeAnswer> {
    this.#products.mustBeSold(input.targetType);
    const payer = { address, openid: undefined };
    const request = { key, userId, operation: 'POST /pay_center', body: input };
    return this.#requests.carryOut<TradeAnswer>(request, (attempt) =>
      this.#checkout.byPayCenter({ ...input, userId, payer }, attempt),
    );
  }

  /**
   * Returns the id of the payer at the payment platform, from the request or the bound account; undefined for a gateway
   * that needs none.
   * @throws missingParameter
   */
  async #openidOf({ gateway, openid }: TradeInput, userId: string): Promise<string | undefined> {
    const providers = this.#gateways.find(gateway)?.openidFrom;
    if (openid !== undefined || !providers) return openid;
    const bound = await this.#bindings.openidOf(userId, providers);
    if (bound !== undefined) return bound;
    const message = `is missing; send the openid, or bind an account at ${providers.join(' or ')}`;
    throw standardFailures.missingParameter({ details: [{ field: 'openid', message }] });
  }
}

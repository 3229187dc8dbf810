/** Goods. Money in hundredths; a coin is worth one RMB. */
export interface Goods {
  readonly targetType: 'course' | 'classroom';
  readonly targetId: string;
  readonly price: number;
  /** Percent of the price that coins may pay. */
  readonly maxRate: number;
}

export interface ModelOrder {
  readonly goods: Goods;
  readonly coupon: Coupon | undefined;
  /** The amount due, the largest part of it that coins may pay, and the authorised coins. */
  readonly due: number;
  readonly most: number;
  readonly authorised: number;
  state: 'created' | 'paid' | 'closed' | 'refunded';
}

export interface ModelTrade {
  readonly type: 'purchase' | 'recharge';
  /** The order that it pays; undefined for a recharge. */
  readonly order: ModelOrder | undefined;
  readonly coins: number;
  readonly cash: number;
  state: 'created' | 'paid' | 'closed';
  /** Number of the payment that has paid it, and numbers of later payments. */
  paidBy?: string;
  readonly late: Set<string>;
}

export type Coupon = 'minus' | 'discount';
export type Password = 'right' | 'wrong' | 'none';
type Method = 'coin' | 'alipay';

const wrongPasswords = { right: undefined, wrong: '2002', none: '2000' };

/** Deduction of a coupon: 5.00, or 15 % of a course. */
export function deduction(coupon: Coupon, { targetType, price }: Goods): number {
  if (coupon === 'minus') return Math.min(500, price);
  return targetType === 'course' ? Math.floor((price * 150) / 1000) : 0;
}

/** A buyer (specification, section 4, Orders and payment): expected answers and balances. */
export class Model {
  coins: number;
  /** Cash of payments that bought nothing. */
  cash = 0;
  readonly coupons: Record<Coupon, 'receive' | 'using' | 'used'> = { minus: 'receive', discount: 'receive' };
  readonly orders: ModelOrder[] = [];
  readonly trades: ModelTrade[] = [];

  constructor(coins: number) {
    this.coins = coins;
  }

  owns(goods: Goods): boolean {
    return this.orders.some((order) => order.goods === goods && order.state === 'paid');
  }

  order({
    goods,
    coupon,
    coins,
    password,
  }: {
    goods: Goods;
    coupon: Coupon | undefined;
    coins: number;
    password: Password;
  }) {
    if (this.owns(goods)) return '400/20007';
    const off = coupon ? deduction(coupon, goods) : 0;
    if (coupon && (off === 0 || this.coupons[coupon] !== 'receive')) return '400/2003';
    const due = goods.price - off;
    const most = Math.min((goods.price * goods.maxRate) / 100, due);
    if (coins > 0 && password !== 'right') return password === 'none' ? '400/2000' : '500/2002';
    if (coins > most) return '400/2009';
    if (coins > this.coins) return '500/2001';
    const order: ModelOrder = { goods, coupon, due, most, authorised: coins, state: 'created' };
    this.orders.push(order);
    if (coupon) this.coupons[coupon] = 'using';
    if (due === 0) this.#paid(order);
    return '200';
  }

  byTrade(order: ModelOrder, { coins, password }: { coins: number; password: Password }) {
    if (order.state === 'paid' || order.state === 'refunded') return '200';
    if (coins < order.due) return '400/2010';
    if (password !== 'right') return `400/${wrongPasswords[password]}`;
    if (coins > order.most) return '400/2009';
    if (coins > this.coins + (this.#open(order)?.coins ?? 0)) return '400/2001';
    if (order.state === 'closed' || this.owns(order.goods)) return '400/20007';
    return this.#payWith(order, coins);
  }

  byPayCenter(order: ModelOrder, method: Method) {
    const { due, authorised: coins, state } = order;
    if (state === 'paid' || state === 'refunded') return '200';
    if (state === 'closed' || this.owns(order.goods)) return '400/20007';
    if (method === 'coin' && coins < due) return '400/2000';
    const open = this.#open(order);
    if (coins > this.coins + (open?.coins ?? 0)) return '400/2001';
    if (coins === due) return this.#payWith(order, coins);
    if (open) return '200';
    this.coins -= coins;
    this.trades.push({ type: 'purchase', order, coins, cash: due - coins, state: 'created', late: new Set() });
    return '200';
  }

  close(order: ModelOrder) {
    if (order.state === 'paid' || order.state === 'refunded') return '409/14';
    if (order.state === 'closed') return '200';
    this.#release(order);
    order.state = 'closed';
    if (order.coupon) this.coupons[order.coupon] = 'receive';
    return '200';
  }

  recharge(coins: number) {
    this.trades.push({ type: 'recharge', order: undefined, coins: 0, cash: coins, state: 'created', late: new Set() });
    return '200';
  }

  notice(trade: ModelTrade, { number, amount }: { number: string; amount: number }) {
    if (trade.paidBy === number) return 'accepted';
    if (amount !== trade.cash) return 'refused';
    const { order, late } = trade;
    if (late.has(number)) return 'accepted';
    if (trade.state !== 'created' || (order && this.owns(order.goods))) {
      late.add(number);
      this.cash += amount;
      return 'accepted';
    }
    Object.assign(trade, { state: 'paid', paidBy: number });
    if (order) this.#paid(order);
    else this.coins += trade.cash;
    return 'accepted';
  }

  refund(order: ModelOrder) {
    if (order.state !== 'paid') return '409/14';
    order.state = 'refunded';
    this.coins += this.trades.find((trade) => trade.order === order && trade.state === 'paid')?.coins ?? 0;
    return '201';
  }

  /** Closes open orders and trades, as after some days. */
  expire(): void {
    for (const order of this.orders) if (order.state === 'created') this.close(order);
    for (const trade of this.trades) if (trade.state === 'created') trade.state = 'closed';
  }

  #open(order: ModelOrder): ModelTrade | undefined {
    return this.trades.find((trade) => trade.order === order && trade.state === 'created');
  }

  #release(order: ModelOrder): void {
    const open = this.#open(order);
    if (!open) return;
    open.state = 'closed';
    this.coins += open.coins;
  }

  #payWith(order: ModelOrder, coins: number) {
    this.#release(order);
    this.coins -= coins;
    this.trades.push({ type: 'purchase', order, coins, cash: 0, state: 'paid', late: new Set() });
    this.#paid(order);
    return '200';
  }

  #paid(order: ModelOrder): void {
    order.state = 'paid';
    if (order.coupon) this.coupons[order.coupon] = 'used';
  }
}

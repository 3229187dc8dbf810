import type { Cluster } from './cluster.ts';
import { COINS, PRICE, type Shop } from './shop.ts';
import type { Purchase } from './shoppers.ts';

/** Content of the database after the drill. */
export interface Books {
  /** Whether an acknowledged order, or its acknowledged payment, is missing. */
  isLost(purchase: Purchase): boolean;
  /** Whether a purchase was ordered or paid more than once. */
  isDouble(purchase: Purchase): boolean;
  /** Buyers whose coins do not fit their paid orders. */
  readonly wrongBalances: readonly string[];
}

interface Order {
  readonly sn: string;
  readonly buyer: string;
  readonly course: string;
  readonly is_paid: boolean;
  readonly payments: number;
}

const ORDERS = `
  select sn, user_id::text as buyer, target_id::text as course, status in ('paid', 'success', 'finished') as is_paid,
    (select count(*)::int from trades where order_sn = orders.sn and trades.status = 'paid') as payments
  from orders where user_id = any('{$buyers}') and target_type = 'course'`;
const BALANCES = `
  select user_id::text as buyer, balance::bigint::text as coins
  from audit_accounts where kind = 'coin' and user_id = any('{$buyers}')`;

/** Reads orders, payments and coins of all buyers from the primary. */
export async function readBooks(cluster: Pick<Cluster, 'query'>, { buyers }: Shop): Promise<Books> {
  const of = (sql: string) => sql.replace('$buyers', buyers.map(({ id }) => id).join());
  const orders = await cluster.query<Order & Record<string, unknown>>(of(ORDERS));
  const balances = await cluster.query<{ buyer: string; coins: string }>(of(BALANCES));
  const bySn = new Map(orders.map((order) => [order.sn, order]));
  const byPair = new Map<string, Order[]>();
  for (const order of orders) {
    const pair = `${order.buyer} ${order.course}`;
    byPair.set(pair, [...(byPair.get(pair) ?? []), order]);
  }
  const ordersOf = ({ buyer, courseId }: Purchase) => byPair.get(`${buyer.id} ${courseId}`) ?? [];
  const paid = (buyer: string) => orders.filter((order) => order.buyer === buyer && order.is_paid).length;
  return {
    isLost: ({ sn, paidAt }) => sn !== undefined && (!bySn.has(sn) || (paidAt !== undefined && !bySn.get(sn)?.is_paid)),
    isDouble: (purchase) => ordersOf(purchase).length > 1 || ordersOf(purchase).some(({ payments }) => payments > 1),
    wrongBalances: balances
      .filter(({ buyer, coins }) => Number(coins) !== COINS - PRICE * paid(buyer))
      .map(({ buyer, coins }) => `user ${buyer} has ${coins}, and paid for ${paid(buyer)} orders`),
  };
}

import { use } from 'lectern';
import type { Statement } from '../../../infrastructure/database/index.ts';
import type { Order } from '../order.ts';
import { orderStates, type OrderStatus } from '../states.ts';

/** Amounts of a payment, in hundredths: coins, and cash in RMB. */
export interface Payment {
  readonly coins: number;
  readonly cash: number;
}

interface StepParams {
  readonly id: string;
  readonly from: OrderStatus;
  readonly now: Date;
  readonly to: readonly OrderStatus[];
  readonly paid: boolean;
  readonly coins: number;
  readonly cash: number;
}

/**
 * Changes the status of stored orders; no other code does. Each step is a row of `order_steps`, whose constraints
 * refuse unknown transitions.
 */
export class OrderSteps {
  readonly #clock = use('clock');
  readonly #move: Statement<{ id: string }, StepParams> = use('database')
    .statement(`with current as (select id, step, status from orders where id = :id and status = :from),
         passed as (
           update order_steps set last = false from current
           where order_steps.order_id = current.id and order_steps.step = current.step
         ),
         taken as (
           insert into order_steps (order_id, step, status, previous_step, previous_status, last, created_at)
           select current.id, current.step + path.place, path.status, current.step + path.place - 1,
             coalesce(lag(path.status) over (order by path.place), current.status),
             path.place = count(*) over (), :now::timestamptz
           from current, unnest(:to::text[]) with ordinality as path (status, place)
           returning order_id, step, status, last
         )
         update orders set status = taken.status, step = taken.step,
           paid_at = case when :paid then :now::timestamptz else orders.paid_at end,
           paid_coins = orders.paid_coins + :coins::bigint, paid_cash = orders.paid_cash + :cash::bigint
         from taken
         where orders.id = taken.order_id and taken.last
         returning orders.id`);

  /**
   * Changes the status of a locked order, step by step, in the open transaction.
   * @returns the order with the last status
   * @throws Error for an invalid step; callers check the status first
   */
  async take(order: Order, path: readonly OrderStatus[], payment?: Payment): Promise<Order> {
    assertLegal(order, path);
    const { id, status: from } = order;
    const { coins, cash } = payment ?? { coins: 0, cash: 0 };
    const now = this.#clock.now();
    const moved = await this.#move.all({ id, from, now, to: path, paid: payment !== undefined, coins, cash });
    if (moved.length === 0)
      throw new Error(
        `The order ${order.sn} no longer has the status ${from}; lock the order before the change of its status.`,
      );
    const status = path[path.length - 1] as OrderStatus;
    return { ...order, status, ...(payment && { paidCoins: coins, paidCash: cash, paidAt: now }) };
  }
}

function assertLegal({ sn, status }: Order, path: readonly OrderStatus[]): void {
  let from = status;
  for (const to of path) {
    // `allow` also accepts an unchanged status, which is no step.
    if (from === to || !orderStates.allow(from, to))
      throw new Error(
        `The order ${sn} has the status ${from} and cannot become ${to}; core/platform/orders/states.ts lists the transitions.`,
      );
    from = to;
  }
}

import { asFunction, contributes, extensionPoint } from 'lectern';
import type { Product } from './product.ts';
import { publicOrderEvents } from './public_events.ts';
import { Closing, type OrderCloser } from './services/closing.ts';
import { OrderRequests } from './services/order_requests.ts';
import { OrderSteps } from './services/order_steps.ts';
import { Ordering } from './services/ordering.ts';
import { Orders } from './services/orders.ts';
import { Previews } from './services/previews.ts';
import { Products } from './services/products.ts';

/** Section `modules.orders` of the configuration; `module.json` holds the schema and the defaults. */
interface OrdersConfig {
  readonly atOnce: number;
  readonly closeAfterHours: number;
  readonly refundDays: number;
}

/** Payload of the order events; money in hundredths. */
export interface OrderEvent {
  orderSn: string;
  orderId: string;
  userId: string;
  targetType: string;
  targetId: string;
  title: string;
  total: number;
  /** Coins that paid for the order. */
  coins: number;
  cash: number;
  couponCode: string | null;
  /** The `terms` of the offer: data for the delivery. */
  terms: Readonly<Record<string, unknown>>;
}

/** An order that is about to be created; money in hundredths. */
export interface OrderCreation {
  userId: string;
  targetType: string;
  targetId: string;
  title: string;
  /** Price in RMB, before the deduction of the coupon. */
  total: number;
  couponCode: string | null;
  /** Coins that the buyer wants to use. */
  coins: number;
  /** Kind of purchase, for goods sold by time; otherwise null. */
  buyType: 'new' | 'renew' | 'upgrade' | null;
}

declare module 'lectern' {
  interface Services {
    closing: Closing;
    ordering: Ordering;
    orders: Orders;
    ordersConfig: OrdersConfig;
    orderRequests: OrderRequests;
    orderSteps: OrderSteps;
    previews: Previews;
    products: Products;
  }

  interface ExtensionPoints {
    orderClosers: OrderCloser;
    products: Product;
  }

  interface Events {
    'coupon.used': { code: string; userId: string; orderSn: string };
    'order.closed': OrderEvent;
    'order.created': OrderEvent;
    /** Passed to checks before an order is created, never published. */
    'order.creating': OrderCreation;
    'order.paid': OrderEvent;
    'order.refunded': OrderEvent;
  }
}

export default {
  closing: contributes('jobs', Closing),
  ordering: Ordering,
  orderClosersPoint: extensionPoint('orderClosers', { settle: 'function', closing: 'function' }),
  orders: Orders,
  orderRequests: OrderRequests,
  orderSteps: OrderSteps,
  previews: Previews,
  products: Products,
  publicOrderEvents: contributes('publicEvents', asFunction(publicOrderEvents)),
  productsPoint: extensionPoint('products', { targetType: 'text', offer: 'function', coveredBy: 'function?' }),
};

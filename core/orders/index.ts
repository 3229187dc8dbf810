// Public interface for other modules: orders.
export { deliverySubscriber, type Delivery } from './delivery_subscriber.ts';
export { failures as ownOrderFailures, orderFailures } from './failures.ts';
export { kindsOfGoods } from './inputs.ts';
export type { Order } from './order.ts';
export type { Offer, Product, ProductRequest } from './product.ts';
export { cashDue, coinsDue } from './services/amounts.ts';
export { isBoughtTwice, unlessBoughtTwice } from './services/bought_twice.ts';
export { coinTerms } from './services/coin_terms.ts';
export type { OrderCloser } from './services/closing.ts';
export { isUnpaid, type Orders } from './services/orders.ts';
export type { Products } from './services/products.ts';
export { serialNumber } from './services/serial_numbers.ts';

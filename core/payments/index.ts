// What other modules may know of payments.
export { failures as paymentFailures } from './failures.ts';
export { ForgedNotice, GatewayAway, GatewayRefusal } from './gateway.ts';
export type { BegunPayment, Gateway, Notice, NoticeAnswer, NoticeMessage } from './gateway.ts';
export type { KnownPayment, PaymentToBegin, RefundToBegin } from './gateway.ts';
export type { Notices } from './notices.ts';
export type { Refund, Refunds } from './services/refunds.ts';
export type { Trade } from './trade.ts';
export type { Trades } from './services/trades.ts';

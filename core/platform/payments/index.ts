export { ForgedNotice, GatewayAway, GatewayRefusal } from './gateway.ts';
export type { BegunPayment, Gateway, Notice, NoticeAnswer, NoticeMessage } from './gateway.ts';
export type { PaymentToBegin, RefundToBegin } from './gateway.ts';

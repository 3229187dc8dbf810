import { asFunction, asValue, contributes, extensionPoint, type Services } from 'lectern';
import type { OrderCloser } from '../orders/index.ts';
import type { PaymentsConfig } from './config.ts';
import type { Gateway } from './gateway.ts';
import { gatewayRegistrations } from './gateways/registrations.ts';
import { publicTradeEvents } from './public_events.ts';
import { paymentRules } from './safety_rules.ts';
import { PaymentCleaning } from './services/payment_cleaning.ts';
import { PaymentInitiations } from './services/payment_initiations.ts';
import { PaymentNotices } from './services/payment_notices.ts';
import { Checkout } from './services/checkout.ts';
import { CoinChecks } from './services/coin_checks.ts';
import { Gateways } from './services/gateways.ts';
import { Holds } from './services/holds.ts';
import { Payouts } from './services/payouts.ts';
import { PaymentTotals } from './services/payment_totals.ts';
import { Payments } from './services/payments.ts';
import { Purchases } from './services/purchases.ts';
import { Recharges } from './services/recharges.ts';
import { Reconciliation } from './services/reconciliation.ts';
import { Refunds } from './services/refunds.ts';
import { Settlement } from './services/settlement.ts';
import { TradeArchive } from './services/trade_archive.ts';
import { Trades } from './services/trades.ts';

declare module 'lectern' {
  interface Services {
    paymentInitiations: PaymentInitiations;
    paymentNotices: PaymentNotices;
    checkout: Checkout;
    coinChecks: CoinChecks;
    gateways: Gateways;
    holds: Holds;
    notices: Settlement;
    payments: Payments;
    paymentTotals: PaymentTotals;
    payouts: Payouts;
    paymentsConfig: PaymentsConfig;
    purchases: Purchases;
    recharges: Recharges;
    reconciliation: Reconciliation;
    refunds: Refunds;
    tradeCloser: OrderCloser;
    tradeArchive: TradeArchive;
    trades: Trades;
  }

  interface ExtensionPoints {
    gateways: Gateway;
  }

  interface Events {
    /** Passed to checks before a recharge, never published; `coins` and the price `cash` are in hundredths. */
    'recharge.creating': { userId: string; gateway: string; coins: number; cash: number };
    'trade.paid': {
      tradeSn: string;
      orderSn: string | null;
      userId: string;
      type: 'purchase' | 'recharge';
      gateway: string;
      /** Coins in hundredths. */
      coins: number;
      cash: number;
    };
  }
}

export default {
  ...gatewayRegistrations,
  paymentInitiations: PaymentInitiations,
  paymentNotices: PaymentNotices,
  checkout: Checkout,
  coinChecks: CoinChecks,
  gateways: Gateways,
  gatewaysPoint: extensionPoint('gateways', {
    name: 'text',
    isEnabled: 'function',
    begin: 'function',
    read: 'function',
    answer: 'function',
    ask: 'function',
    close: 'function',
    refund: 'function',
    openidFrom: 'texts?',
  }),
  holds: Holds,
  notices: Settlement,
  paymentRules: contributes('safetyRules', asValue(paymentRules)),
  paymentCleaning: contributes('jobs', PaymentCleaning),
  payments: Payments,
  paymentTotals: PaymentTotals,
  payouts: Payouts,
  publicTradeEvents: contributes('publicEvents', asFunction(publicTradeEvents)),
  purchases: Purchases,
  recharges: Recharges,
  reconciliation: contributes('jobs', Reconciliation),
  refunds: contributes('jobs', Refunds),
  tradeCloser: contributes(
    'orderClosers',
    asFunction(({ reconciliation }: Services) => reconciliation),
  ),
  tradeArchive: TradeArchive,
  trades: Trades,
};

/** Currency of an account: virtual coins, or cash in RMB. Amounts of both are whole numbers of hundredths. */
export type Currency = 'coin' | 'cash';

/** The only account of a user in one currency. The account cannot be overdrawn. */
export interface UserAccount {
  readonly userId: string;
  readonly kind: Currency;
}

/**
 * Names of the platform's own accounts. Each balance is the sum of the entries of the account and may be negative:
 * issued coins are subtracted from `coin.issued`.
 */
export const systemAccounts = ['coin.issued', 'coin.held', 'coin.sales', 'cash.gateways', 'cash.sales'] as const;

export type SystemAccount = (typeof systemAccounts)[number];

/** Account of a user or of the platform. */
export type Account = UserAccount | SystemAccount;

/** A transfer of an amount from one account to another. */
export interface Movement {
  readonly from: Account;
  readonly to: Account;
  /** Hundredths of a coin or of RMB; a positive safe integer. */
  readonly amount: number;
}

/** Reason of a transaction, with the numbers of its order and trade, and its coupon code. */
export interface Reference {
  readonly orderSn?: string | null;
  readonly tradeSn?: string | null;
  readonly couponCode?: string | null;
  /** Reason of the transaction, such as `purchase.paid`. */
  readonly reason: string;
}

/** The coins of a user (specification, section 2, CashAccount). */
export interface CoinAccount {
  readonly id: string;
  readonly userId: string;
  /** Coins in hundredths. */
  readonly cash: number;
}

export function currencyOf(account: Account): Currency {
  if (typeof account !== 'string') return account.kind;
  return account.startsWith('coin.') ? 'coin' : 'cash';
}

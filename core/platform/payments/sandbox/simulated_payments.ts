import { randomInt } from 'node:crypto';
import type { Platform } from '../gateways/accounts.ts';

/** A payment request to a simulator. */
export interface TakenPayment {
  readonly platform: Platform;
  readonly sn: string;
  readonly title: string;
  /** Amount in hundredths of RMB. */
  readonly amount: number;
  readonly notifyUrl: string;
  readonly returnUrl: string;
  /** Further data for the simulator of the payment platform. */
  readonly details: Readonly<Record<string, string>>;
}

/** A payment with its state at the payment platform. */
export interface SimulatedPayment extends TakenPayment {
  /** Number that the payment platform gave the payment. */
  readonly platformSn: string;
  state: 'waiting' | 'paid' | 'closed';
  /** Refunded amounts in hundredths, by the number of the refund. */
  readonly refunds: Map<string, number>;
}

const SN_DIGITS = 12;

/** Payments of all simulators, in memory. */
export class SimulatedPayments {
  readonly #payments = new Map<string, SimulatedPayment>();

  /** Registers a payment, or finds the registered payment. @returns undefined when another payment has its number */
  take(payment: TakenPayment): SimulatedPayment | undefined {
    const known = this.#payments.get(payment.sn);
    if (!known) return this.#add(payment);
    return known.platform === payment.platform && known.amount === payment.amount ? known : undefined;
  }

  find(sn: string | undefined): SimulatedPayment | undefined {
    return this.#payments.get(sn ?? '');
  }

  /** Returns the payment with this number if it belongs to the payment platform, otherwise undefined. */
  of(platform: Platform, sn: string | undefined): SimulatedPayment | undefined {
    const found = this.find(sn);
    return found?.platform === platform ? found : undefined;
  }

  /** Returns a payment by the value of a field of `details`, otherwise undefined. */
  by(name: string, value: string): SimulatedPayment | undefined {
    return [...this.#payments.values()].find(({ details }) => details[name] === value);
  }

  /**
   * Refunds an amount of a paid payment.
   * @returns `done before` for a repeated number and amount, which refund nothing more; `too much` for any other
   * problem
   */
  giveBack(payment: SimulatedPayment, refundSn: string, amount: number): 'done' | 'done before' | 'too much' {
    const before = payment.refunds.get(refundSn);
    if (before !== undefined) return before === amount ? 'done before' : 'too much';
    const sum = [...payment.refunds.values()].reduce((total, one) => total + one, amount);
    if (payment.state !== 'paid' || amount <= 0 || sum > payment.amount) return 'too much';
    payment.refunds.set(refundSn, amount);
    return 'done';
  }

  /** Returns the amount of a refund by the number of the refund, otherwise undefined. */
  refund(refundSn: string): number | undefined {
    return [...this.#payments.values()].map(({ refunds }) => refunds.get(refundSn)).find((one) => one !== undefined);
  }

  #add(payment: TakenPayment): SimulatedPayment {
    const digits = Array.from({ length: SN_DIGITS }, () => randomInt(10)).join('');
    const platformSn = `2026${digits}`;
    const added = { ...payment, platformSn, state: 'waiting' as const, refunds: new Map<string, number>() };
    this.#payments.set(payment.sn, added);
    return added;
  }
}

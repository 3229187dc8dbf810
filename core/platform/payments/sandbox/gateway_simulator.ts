import type { IncomingHttpHeaders } from 'node:http';
import type { SimulatedPayments, SimulatedPayment } from './simulated_payments.ts';

export interface SandboxRequest {
  readonly method: string;
  readonly path: string;
  /** Unparsed path and query. */
  readonly target: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Origin of the request URL, with the host from the header. */
  readonly origin: string;
}

export interface SandboxAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Deliberate faults of a report, for tests. */
export interface Tampering {
  /** Reported amount in hundredths, instead of the paid amount. */
  readonly amount?: number;
  /** Number of another trade, reported instead of the paid trade. */
  readonly sn?: string;
  /** Addresses the report to another merchant, with a valid signature. */
  readonly otherMerchant?: boolean;
  /** Signs the report with a key that is not that of the platform. */
  readonly forged?: boolean;
  /** Reports the payment as unpaid. */
  readonly unpaid?: boolean;
  /** Age of the signature in seconds, for WeChat Pay only. */
  readonly secondsOld?: number;
  /** Index of a byte of the body that is changed after signing. */
  readonly flip?: number;
}

/** A refund that was made at the site of the payment platform. */
export interface SimulatedRefund {
  readonly sn: string;
  /** Amount in hundredths of RMB. */
  readonly amount: number;
}

/** Headers and body of a report that is sent to `notifyUrl`. */
export interface Report {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export abstract class GatewaySimulator {
  constructor(
    protected readonly payments: SimulatedPayments,
    protected readonly behaviour: Behaviour,
  ) {}

  /** Returns the answer to a request to the payment platform's API, undefined for other requests. */
  abstract answer(request: SandboxRequest): Promise<SandboxAnswer | undefined>;
  /** Returns the signed report of a payment, or of its refund. */
  abstract report(payment: SimulatedPayment, tampering: Tampering, refund?: SimulatedRefund): Promise<Report>;
  /** Whether the answer of the receiver acknowledges a report. */
  abstract isAcknowledged(answer: { readonly status: number; readonly text: string }): boolean;
}

/**
 * Behaviours of the simulated payment platforms: `well` is the normal behaviour, `forged` signs answers with a wrong
 * key. `answerByBehaviour` in `sandbox_server.ts` implements the others.
 */
export const behaviours = ['well', 'away', 'slow', 'cut', 'redirect', 'huge', 'nonsense', 'forged'] as const;

/** Current behaviour of all simulators. */
export interface Behaviour {
  now: (typeof behaviours)[number];
}

/** Returns an answer that redirects the client to the payment page. */
export function payingPage(sn: string): SandboxAnswer {
  return { status: 302, type: 'text/plain', body: '', headers: { Location: `/payments/${encodeURIComponent(sn)}` } };
}

export function json(value: unknown, status = 200): SandboxAnswer {
  return { status, type: 'application/json;charset=utf-8', body: JSON.stringify(value) };
}

import type { IncomingHttpHeaders } from 'node:http';
import type { PaymentBook, StandingPayment } from './payment_book.ts';

/** A request to the sandbox. */
export interface SandboxRequest {
  readonly method: string;
  readonly path: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Address that the sandbox was reached by. */
  readonly origin: string;
}

/** Answer of the simulator. */
export interface SandboxAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How a report departs from what is true and proper. */
export interface Tampering {
  /** Says that so much was paid, in minor units. */
  readonly amount?: number;
  /** Is about another trade. */
  readonly sn?: string;
  /** Is addressed to another merchant, though signed by the platform. */
  readonly stray?: boolean;
  /** Is signed with a foreign key. */
  readonly forged?: boolean;
  /** Says that it was not paid. */
  readonly unpaid?: boolean;
  /** Was signed so many seconds ago. */
  readonly secondsOld?: number;
  /** Lost the byte at this place of its body on the way and got another one. */
  readonly flip?: number;
}

/** A report on its way to `notifyUrl`. */
export interface Report {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Simulates one payment platform. */
export abstract class GatewaySimulator {
  constructor(
    protected readonly book: PaymentBook,
    protected readonly behaviour: Behaviour,
  ) {}

  /** Answers a request of its API; undefined when it is none. */
  abstract answer(request: SandboxRequest): Promise<SandboxAnswer | undefined>;
  /** Content of a payment report. */
  abstract report(payment: StandingPayment, tampering: Tampering): Promise<Report>;
  /** Whether an answer to a report means that it arrived. */
  abstract isThanked(answer: { readonly status: number; readonly text: string }): boolean;
}

/** Behaviours of the platforms; `forged` signs with the key of a stranger. */
export const behaviours = ['well', 'away', 'slow', 'cut', 'redirect', 'huge', 'nonsense', 'forged'] as const;

/** Shared by all of them. */
export interface Behaviour {
  now: (typeof behaviours)[number];
}

/** Sends the client to the page that pays. */
export function payingPage(sn: string): SandboxAnswer {
  return { status: 302, type: 'text/plain', body: '', headers: { Location: `/payments/${encodeURIComponent(sn)}` } };
}

export function json(value: unknown, status = 200): SandboxAnswer {
  return { status, type: 'application/json;charset=utf-8', body: JSON.stringify(value) };
}

/** Payment request to a payment platform. */
export interface PaymentToBegin {
  /** Number of the trade, which identifies the payment at the payment platform; at most 32 characters. */
  readonly sn: string;
  readonly title: string;
  /** Cash to pay in hundredths of RMB. */
  readonly amount: number;
  readonly userId: string;
  /** IP address of the payer. */
  readonly address: string;
  /** Id of the payer at the payment platform; present for gateways with `openidFrom`. */
  readonly openid: string | undefined;
  readonly createdAt: Date;
  /** Deadline of the payment. */
  readonly expiresAt: Date;
  /** URL to which the payment platform reports the payment. */
  readonly notifyUrl: string;
  /** URL to which the payer returns after the payment. */
  readonly returnUrl: string;
}

/** Data with which the payer completes a started payment. */
export interface BegunPayment {
  /** URL of the payment page; empty where the payer needs the form or the parameters instead. */
  readonly payUrl: string;
  /** Form that opens the payment page; `params` are the fields of the form. */
  readonly form?: {
    readonly action: string;
    readonly method: 'GET' | 'POST';
    readonly params: Readonly<Record<string, string>>;
  };
  /** Further fields of the answer to POST /trades: `qrcodeUrl`, `mwebUrl`, the parameters for `WeixinJSBridge`. */
  readonly extra?: Readonly<Record<string, string>>;
}

/** Unparsed message from a payment platform to `notifyUrl`. */
export interface NoticeMessage {
  /** Returns a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** Unchanged body, because signatures cover the exact bytes. */
  readonly body: Buffer;
}

/** State of a payment at the payment platform, from a verified message or the answer to a query. */
export interface Notice {
  readonly tradeSn: string;
  /** Number that the payment platform gave the payment; may be empty while `paid` is false. */
  readonly platformSn: string;
  /** Whether the payer has paid; reports of unpaid payments are acknowledged without effect. */
  readonly paid: boolean;
  /** Paid amount in hundredths of RMB; without meaning while `paid` is false. */
  readonly amount: number;
  /** A refund that the message reports, made by this school or at the payment platform's own site. */
  readonly refund?: ReportedRefund;
}

export interface ReportedRefund {
  /** Number of the refund: `refundSn` of a refund of this school, otherwise one of the payment platform. */
  readonly sn: string;
  /** Refunded amount in hundredths of RMB. */
  readonly amount: number;
  /** Whether `amount` includes earlier refunds of the payment. */
  readonly isTotal: boolean;
}

/** Response to a report, in the format of the payment platform. */
export interface NoticeAnswer {
  readonly status: number;
  readonly type: 'text/plain' | 'application/json';
  readonly body: string;
}

/** Key of a requested payment at its payment platform; some platforms require the date in addition to the number. */
export interface KnownPayment {
  readonly sn: string;
  /** Value of `createdAt` in the payment request. */
  readonly createdAt: Date;
}

/** Refund request to a payment platform. */
export interface RefundToBegin {
  readonly payment: KnownPayment;
  /** Number of the refund, at most 32 characters; a repeated number refunds nothing more. */
  readonly refundSn: string;
  /** Time of the refund; repeated requests send the same time. */
  readonly createdAt: Date;
  /** Paid amount in hundredths of RMB; `amount` is the part to refund. */
  readonly paid: number;
  readonly amount: number;
  /** URL to which the payment platform reports payments; some report refunds there, too. */
  readonly notifyUrl: string;
}

/**
 * A payment method; modules contribute gateways to the extension point `gateways`. The core calls gateways only outside
 * of transactions.
 */
export interface Gateway {
  /** Value of `gateway` in POST /trades, such as `Alipay_LegacyExpress`. */
  readonly name: string;
  /**
   * Present where `begin` needs the payer's `openid`: login providers, the preferred first. Without an `openid` in the
   * request, a bound account at a provider supplies one. Without a bound account, the request fails with 400, code 9.
   */
  readonly openidFrom?: readonly string[];
  /** Whether payers can use the gateway: configured, and enabled in the settings section `payment`. */
  isEnabled(): Promise<boolean>;
  /**
   * Starts a payment at the payment platform. A repeated `sn` starts no second payment.
   * @throws GatewayAway, GatewayRefusal
   */
  begin(payment: PaymentToBegin): Promise<BegunPayment>;
  /**
   * Verifies the sender and the addressee of a message, and parses the message.
   * @returns the report; undefined for a message about something else than a payment, which is only acknowledged
   * @throws ForgedNotice
   * @throws GatewayAway when the sender cannot be verified, because the keys of the payment platform are unavailable
   * @throws GatewayRefusal without a configured account
   */
  read(message: NoticeMessage): Promise<Notice | undefined>;
  /**
   * Returns the response for the payment platform.
   * @param accepted false makes the payment platform send the message again
   */
  answer(accepted: boolean): NoticeAnswer;
  /**
   * Queries the state of a payment; undefined when the payment platform does not know the payment.
   * @throws GatewayAway, GatewayRefusal
   */
  ask(payment: KnownPayment): Promise<Notice | undefined>;
  /**
   * Cancels an unpaid payment. Where the payment platform cannot cancel, an open payment page works until `expiresAt`.
   * @throws GatewayAway; GatewayRefusal, for example when the payer has paid
   */
  close(payment: KnownPayment): Promise<void>;
  /** Refunds a payment; some payment platforms complete the refund days later. @throws GatewayAway, GatewayRefusal */
  refund(refund: RefundToBegin): Promise<void>;
}

/** Error: the payment platform is unreachable, or its answer is unusable; a retry may succeed. */
export class GatewayAway extends Error {
  override readonly name = 'GatewayAway';
}

/** Error: the payment platform refused the request, or no account is configured; an unchanged retry is useless. */
export class GatewayRefusal extends Error {
  override readonly name = 'GatewayRefusal';
}

/** Error: a message has a wrong signature, merchant or format. The text of the error appears in the log. */
export class ForgedNotice extends Error {
  override readonly name = 'ForgedNotice';
}

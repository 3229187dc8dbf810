/** A payment that a platform is asked to take. */
export interface PaymentToBegin {
  /** Number of the trade; the platform knows the payment by it. At most 32 characters: some take no more. */
  readonly sn: string;
  readonly title: string;
  /** Cash to pay in RMB, minor units. */
  readonly amount: number;
  readonly userId: string;
  /** Address of the payer. */
  readonly address: string;
  /** The payer's id at the platform, where the way to pay needs one. */
  readonly openid: string | undefined;
  readonly createdAt: Date;
  /** Until when it may be paid. */
  readonly expiresAt: Date;
  /** Where the platform reports the payment. */
  readonly notifyUrl: string;
  /** Where the payer comes back to. */
  readonly returnUrl: string;
}

/** URL, form and parameters of a payment. Empty texts where a platform has none. */
export interface BegunPayment {
  /** A URL that leads to the payment. */
  readonly payUrl: string;
  /** A form that leads to it; `params` are its fields. */
  readonly form?: {
    readonly action: string;
    readonly method: 'GET' | 'POST';
    readonly params: Readonly<Record<string, string>>;
  };
  /** More fields of the answer to POST /trades: `qrcodeUrl`, `mwebUrl`, the parameters of an invocation. */
  readonly extra?: Readonly<Record<string, string>>;
}

/** A message of a platform as it came in. */
export interface NoticeMessage {
  /** Header by lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** The body, byte by byte: signatures are made over it. */
  readonly body: Buffer;
}

/** A payment report with a verified signature and addressee. */
export interface Notice {
  /** Number of the trade. */
  readonly tradeSn: string;
  /** The platform's own number of the payment. */
  readonly platformSn: string;
  /** Paid or not; what is not paid is only acknowledged. */
  readonly paid: boolean;
  /** Paid amount in RMB, minor units. */
  readonly amount: number;
}

/** Response to a report, in the format of the platform. */
export interface NoticeAnswer {
  readonly status: number;
  readonly type: 'text/plain' | 'application/json';
  readonly body: string;
}

/** A payment that a platform was asked to take. Some find it by its number only together with its date. */
export interface KnownPayment {
  readonly sn: string;
  /** As it was given when the payment was begun. */
  readonly createdAt: Date;
}

/** Refund request to a platform. */
export interface RefundToBegin {
  readonly payment: KnownPayment;
  /** Number of the refund, at most 32 characters; asking twice with one number gives back once. */
  readonly refundSn: string;
  /** When it was decided: the same whenever it is asked for again. */
  readonly createdAt: Date;
  /** Paid and refunded amount; minor units. */
  readonly paid: number;
  readonly amount: number;
  /** Where the platform reports payments; one that reports refunds, too, does it there. */
  readonly notifyUrl: string;
}

/**
 * A way to pay; modules contribute theirs to the extension point `gateways`. Nothing of it is called inside of a
 * transaction.
 */
export interface Gateway {
  /** What `gateway` says, such as `Alipay_LegacyExpress`. */
  readonly name: string;
  /**
   * Present where `begin` needs the payer's `openid`: login providers whose bound account gives it when the client does
   * not, best first. A payer without either is refused (400, code 9) before `begin`.
   */
  readonly openidFrom?: readonly string[];
  /** Whether it is switched on (setting payment). */
  isEnabled(): Promise<boolean>;
  /** Asks the platform to take a payment; the same `sn` again is the same payment. @throws GatewayAway, GatewayRefusal */
  begin(payment: PaymentToBegin): Promise<BegunPayment>;
  /**
   * Checks who sent a message and for whom it is, and reads it.
   * @returns undefined when it is about something else than a payment, so that it need only be acknowledged
   * @throws ForgedNotice
   * @throws GatewayAway when there is no telling who sent it, because the platform's keys cannot be had
   */
  read(message: NoticeMessage): Promise<Notice | undefined>;
  /** The words that the platform expects. @param accepted false makes it ask again later */
  answer(accepted: boolean): NoticeAnswer;
  /** Asks what became of a payment, for when no message came. @throws GatewayAway */
  ask(payment: KnownPayment): Promise<Notice | undefined>;
  /**
   * Ends a payment that was not made. A payer who has the platform's form or page open may still be quicker, where the
   * platform does not know the payment yet: `expiresAt` then ends it.
   * @throws GatewayAway; GatewayRefusal when it was made after all
   */
  close(payment: KnownPayment): Promise<void>;
  /** Gives money back, or begins to: some platforms take days. @throws GatewayAway, GatewayRefusal */
  refund(refund: RefundToBegin): Promise<void>;
}

/** The platform cannot be reached or did not answer in a way that can be used; the same may work later. */
export class GatewayAway extends Error {
  override readonly name = 'GatewayAway';
}

/** The platform said no. */
export class GatewayRefusal extends Error {
  override readonly name = 'GatewayRefusal';
}

/** A message that is not what it claims to be: wrong signature, merchant or form. */
export class ForgedNotice extends Error {
  override readonly name = 'ForgedNotice';
}

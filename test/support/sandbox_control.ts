/** Answer of the receiver of a report; status 0 without an answer. */
export interface Receipt {
  readonly status: number;
  readonly body: string;
}

/** A payment with its state at the platform. */
export interface StandingPayment {
  readonly platform: string;
  readonly sn: string;
  readonly platformSn: string;
  readonly title: string;
  readonly amount: number;
  readonly state: 'waiting' | 'paid' | 'closed';
  readonly refunds: Readonly<Record<string, number>>;
  readonly notifyUrl: string;
  readonly returnUrl: string;
  readonly details: Readonly<Record<string, string>>;
}

/** Options of a simulated payment and faults of its report; `core/platform/payments/sandbox` describes each. */
export interface PayOptions {
  readonly times?: number;
  readonly silent?: boolean;
  readonly amount?: number;
  readonly sn?: string;
  readonly otherMerchant?: boolean;
  readonly forged?: boolean;
  readonly unpaid?: boolean;
  readonly secondsOld?: number;
  readonly flip?: number;
}

type Paid = StandingPayment & { readonly receipts: readonly Receipt[] };

/** Controls the sandbox of the payment platforms by its HTTP interface. */
export class SandboxControl {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Pays a payment. @returns the payment, and the answer of the receiver of the report */
  async pay(sn: string, options: PayOptions = {}): Promise<Paid> {
    return (await this.#post(`/payments/${sn}/pay`, options)) as Paid;
  }

  /** Refunds an amount in hundredths at the site of the platform. @returns the payment, and the receipt of the report */
  async refund(sn: string, amount: number): Promise<Paid> {
    return (await this.#post(`/payments/${sn}/refund`, { amount })) as Paid;
  }

  /** Sends the last report of a payment again. */
  async replay(sn: string): Promise<Paid> {
    return (await this.#post(`/payments/${sn}/replay`, {})) as Paid;
  }

  /** Sets the behaviour of the simulated platforms. */
  async behave(now: string): Promise<void> {
    await this.#post('/mood', { now });
  }

  /** Whether the WeChat app accepts the parameters of an invocation. */
  async invoke(parameters: object): Promise<boolean> {
    const body = JSON.stringify(parameters);
    const answer = await fetch(`${this.#url}/invocations`, { method: 'POST', body });
    return (await answer.text()) === 'get_brand_wcpay_request:ok';
  }

  /** Replaces the certificate of the simulated WeChat Pay. */
  async changeCertificate(): Promise<void> {
    await fetch(`${this.#url}/new_certificate`, { method: 'POST' });
  }

  /** Returns a payment, undefined when the platform does not know it. */
  async find(sn: string): Promise<StandingPayment | undefined> {
    const answer = await fetch(`${this.#url}/payments/${sn}`, { headers: { Accept: 'application/json' } });
    return answer.status === 404 ? undefined : ((await answer.json()) as StandingPayment);
  }

  async #post(path: string, body: object): Promise<unknown> {
    const answer = await fetch(this.#url + path, { method: 'POST', body: JSON.stringify(body) });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`The sandbox answered ${answer.status}: ${text}`);
    return JSON.parse(text) as unknown;
  }
}

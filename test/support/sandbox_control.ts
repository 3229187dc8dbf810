/** How a report was received; status 0 when nobody answered. */
export interface Receipt {
  readonly status: number;
  readonly body: string;
}

/** A payment as its platform knows it. */
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

/** How somebody pays, and how the report of it departs from what is true; `core/payments/sandbox` says what each means. */
export interface PayOptions {
  readonly times?: number;
  readonly silent?: boolean;
  readonly amount?: number;
  readonly sn?: string;
  readonly stray?: boolean;
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

  /** Pays, and tells how the platform's report was received. */
  async pay(sn: string, options: PayOptions = {}): Promise<Paid> {
    return (await this.#post(`/payments/${sn}/pay`, options)) as Paid;
  }

  /** Sends the last report once more. */
  async replay(sn: string): Promise<Paid> {
    return (await this.#post(`/payments/${sn}/replay`, {})) as Paid;
  }

  /** How the platforms answer from now on. */
  async behave(now: string): Promise<void> {
    await this.#post('/mood', { now });
  }

  /** Whether WeChat on the phone accepts the parameters of an invocation. */
  async invoke(parameters: object): Promise<boolean> {
    const body = JSON.stringify(parameters);
    const answer = await fetch(`${this.#url}/invocations`, { method: 'POST', body });
    return (await answer.text()) === 'get_brand_wcpay_request:ok';
  }

  /** Puts another certificate of WeChat Pay in force. */
  async changeCertificate(): Promise<void> {
    await fetch(`${this.#url}/new_certificate`, { method: 'POST' });
  }

  /** A payment, if the platform knows it. */
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

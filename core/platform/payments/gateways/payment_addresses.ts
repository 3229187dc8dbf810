import { use } from 'lectern';

/** URLs for reports of payment platforms, and for payers who return. */
export class PaymentAddresses {
  readonly #config = use('paymentsConfig');
  readonly #publicUrl = use('publicUrl');

  /** Returns the URL to which the payment platform of a gateway reports payments. */
  notifyUrl(gateway: string): string {
    return `${this.#base()}/api/callback/${encodeURIComponent(gateway)}/notify`;
  }

  /** Returns the URL to which payers return after a payment. */
  returnUrl(): string {
    return this.#config.returnUrl ?? `${this.#base()}/`;
  }

  #base(): string {
    return this.#config.publicUrl ?? this.#publicUrl();
  }
}

import type { Services } from 'lectern';
import type { PaymentsConfig } from '../config.ts';

/** Where platforms and payers find this installation. */
export class PaymentAddresses {
  readonly #config: PaymentsConfig;
  readonly #publicUrl: Services['publicUrl'];

  constructor({ paymentsConfig, publicUrl }: Pick<Services, 'paymentsConfig' | 'publicUrl'>) {
    this.#config = paymentsConfig;
    this.#publicUrl = publicUrl;
  }

  /** Where the platform of a gateway reports payments. */
  notifyUrl(gateway: string): string {
    return `${this.#base()}/api/callback/${encodeURIComponent(gateway)}/notify`;
  }

  /** Where payers come back to. */
  returnUrl(): string {
    return this.#config.returnUrl ?? `${this.#base()}/`;
  }

  #base(): string {
    return this.#config.publicUrl ?? this.#publicUrl();
  }
}

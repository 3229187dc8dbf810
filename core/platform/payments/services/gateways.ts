import { standardFailures, use } from 'lectern';
import type { Gateway } from '../gateway.ts';
import type { Trade } from '../trade.ts';

/** Name of the payment method that takes only coins and needs no payment platform. */
export const COIN = 'Coin';

const RETRY_AFTER_SECONDS = '5';

/** Gateways of all modules by name; of two gateways with one name, that of the later module applies. */
export class Gateways {
  readonly #contributions = use('contributions');
  #byName: ReadonlyMap<string, Gateway> | undefined;

  /** Names of all gateways; `Coin` is no gateway. */
  get names(): readonly string[] {
    return [...this.#all().keys()];
  }

  find(name: string): Gateway | undefined {
    return this.#all().get(name);
  }

  /** Returns the gateway of a trade. @throws Error when no module provides the gateway any more */
  of({ gateway, sn }: { gateway: string; sn: string }): Gateway {
    const found = this.find(gateway);
    if (found) return found;
    throw new Error(
      `No module provides the gateway "${gateway}" of the trade ${sn}; install the plugin that provided it.`,
    );
  }

  /** Returns a gateway by the name in a request. @throws wrongParameter */
  named(name: string): Gateway {
    const found = this.find(name);
    if (found) return found;
    throw standardFailures.wrongParameter.about('gateway', `must be one of ${[...this.names, COIN].join(', ')}`);
  }

  /** Ensures that the gateway exists and suits the type of the trade. @throws wrongParameter */
  mustSuit({ gateway, type }: Pick<Trade, 'gateway' | 'type'>): void {
    if (gateway !== COIN) this.named(gateway);
    else if (type === 'recharge')
      throw standardFailures.wrongParameter.about('gateway', 'must not be Coin, because a recharge is paid with cash');
  }

  #all(): ReadonlyMap<string, Gateway> {
    const each = () => this.#contributions.of('gateways').map((gateway) => [gateway.name, gateway] as const);
    return (this.#byName ??= new Map(each()));
  }
}

/** Returns the failure for a payer whose payment platform is unavailable, with the header `Retry-After`. */
export function platformAway(message: string) {
  return standardFailures.unavailable({ message, headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
}

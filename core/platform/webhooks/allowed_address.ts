import { lookup as resolve, type LookupAddress, type LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** Error: an address that requests must not be sent to. The message is shown to managers of webhooks. */
export class RefusedAddress extends Error {}

/**
 * Addresses that receivers of webhooks may have: public ones by https, and those of configured networks. A name is
 * looked up once for each request, and the request goes to an address that was checked, so that the name cannot be
 * pointed to a private address in between.
 */
export class AllowedAddresses {
  readonly #networks: readonly Network[];

  /**
   * @param networks configured networks, such as `10.1.0.0/16`
   * @throws Error for a text that is no network
   */
  constructor(
    networks: readonly string[],
    private readonly lookup: typeof resolve = resolve,
  ) {
    this.#networks = networks.map(networkOf);
  }

  /**
   * Returns a URL whose text shows no reason to refuse it. Names are checked by `pinned`, when a request is sent.
   * @throws RefusedAddress
   */
  check(text: string): URL {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !['http:', 'https:'].includes(url.protocol))
      throw new RefusedAddress('must be an address that begins with https://');
    if (url.username !== '' || url.password !== '') throw new RefusedAddress('must not contain a name or password');
    if (url.hash !== '') throw new RefusedAddress('must not contain a part after #');
    const host = hostOf(url);
    if (ipaddr.isValid(host)) this.#check(host, url);
    // The name of a public receiver has a dot; "localhost" and names of a local network have none.
    else if (this.#networks.length === 0 && (!host.includes('.') || host.endsWith('.localhost')))
      throw new RefusedAddress('must have the full name of a public host');
    if (url.protocol === 'http:' && this.#networks.length === 0) throw new RefusedAddress('must begin with https://');
    return url;
  }

  /** Lookup for a request to a URL, which finds only allowed addresses. Fails with RefusedAddress for others. */
  pinned(url: URL): LookupFunction {
    return (host, options, found) => {
      const all: LookupAllOptions = { ...options, all: true };
      this.lookup(host, all, (error: Error | null, addresses: LookupAddress[]) => {
        try {
          if (error) throw error;
          for (const { address } of addresses) this.#check(address, url);
          if (options.all) found(null, addresses);
          else found(null, addresses[0]?.address ?? '', addresses[0]?.family);
        } catch (refused) {
          found(refused as Error, '');
        }
      });
    };
  }

  #check(address: string, { protocol }: URL): void {
    const parsed = ipaddr.process(address);
    const isConfigured = this.#networks.some((network) => parsed.kind() === network[0].kind() && parsed.match(network));
    if (isConfigured) return;
    if (parsed.range() !== 'unicast')
      throw new RefusedAddress(
        'must not be within a private network, unless modules.webhooks.allowedNetworks names it',
      );
    if (protocol === 'http:') throw new RefusedAddress('must begin with https://');
  }
}

/** Host of a URL without the brackets of IPv6, and without the dot that may end a full name. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function networkOf(text: string): Network {
  const given = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`;
  if (ipaddr.isValidCIDR(given)) return ipaddr.parseCIDR(given);
  throw new Error(
    `"${text}" in modules.webhooks.allowedNetworks is no network; write an address such as 10.1.2.3, or 10.1.0.0/16.`,
  );
}

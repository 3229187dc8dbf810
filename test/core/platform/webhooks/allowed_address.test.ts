import { expect } from 'chai';
import type { LookupAddress } from 'node:dns';
import { AllowedAddresses, RefusedAddress } from '../../../../core/platform/webhooks/allowed_address.ts';

type Found = string | LookupAddress[];

/** Looks a name up that has these addresses. */
function lookUp(addresses: readonly string[], { networks = [] as string[], url = 'https://shop.example.com/' } = {}) {
  const resolve = (_host: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  const allowed = new AllowedAddresses(networks, resolve as never);
  const pinned = allowed.pinned(new URL(url));
  return new Promise<Found>((found, refused) =>
    pinned('shop.example.com', { all: true }, (error, address) => (error ? refused(error) : found(address))),
  );
}

describe('Addresses of receivers', () => {
  it('are those that the name has, if all of them are public', async () => {
    expect(await lookUp(['93.184.216.34', '2606:2800:220:1::1'])).to.have.length(2);
  });

  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    '::ffff:192.168.1.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ]) {
    it(`are refused if a public name leads to ${address}`, async () => {
      const error = await lookUp(['93.184.216.34', address]).catch((refused: unknown) => refused);
      expect(error).to.be.instanceOf(RefusedAddress);
    });
  }

  it('may be within a configured network, and only there by plain HTTP', async () => {
    const networks = ['10.1.0.0/16', 'fd00::/8'];
    expect(await lookUp(['10.1.2.3'], { networks, url: 'http://shop.example.com/' })).to.have.length(1);
    expect(await lookUp(['fd00::2'], { networks })).to.have.length(1);
    for (const [address, url] of [
      ['10.2.0.1', 'https://shop.example.com/'],
      ['93.184.216.34', 'http://shop.example.com/'],
    ] as const)
      expect(await lookUp([address], { networks, url }).catch((refused: unknown) => refused)).to.be.instanceOf(
        RefusedAddress,
      );
  });

  it('are refused with the name of the setting if a network is malformed', () => {
    expect(() => new AllowedAddresses(['10.1.0.0/40'])).to.throw(/modules\.webhooks\.allowedNetworks/);
  });
});

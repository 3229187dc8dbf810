import { expect } from 'chai';
import { after, describe, it } from 'mocha';
import { Installation, manifest, type Files } from '../../../support/installation.ts';

const files: Files = {
  'plugins/mirror/module.json': manifest('mirror'),
  'plugins/mirror/resources/addresses.js': `
import { defineResource, raw } from 'lectern';
export default defineResource('/plugins/mirror/addresses', {
  search: { open: true, returns: [raw], run: (_services, { request }) => ({ address: request.address }) },
});`,
  'plugins/mirror/services.js': `
import { asValue, contributes } from 'lectern';
const handle = ({ ip, protocol, hostname }, response) => response.json({ ip, protocol, hostname });
export default { mirror: contributes('mounts', asValue({ address: '/plugins/mirror/seen', open: true, handle })) };`,
};

const said = {
  'X-Forwarded-For': '203.0.113.7, 192.0.2.1',
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Host': 'evil.example.com',
  'X-Real-IP': '192.0.2.3',
  Forwarded: 'for=192.0.2.4;proto=https;host=evil.example.com',
};

describe('Forwarded headers', () => {
  const places: Installation[] = [];
  after(() => Promise.all(places.map((place) => place.clear())));

  async function seenBy(
    trustedProxies: readonly string[],
    headers: Record<string, string> = said,
    env: NodeJS.ProcessEnv = {},
  ) {
    const place = new Installation(files);
    places.push(place);
    const config = env['TRUSTED_PROXIES'] === undefined ? { http: { trustedProxies } } : {};
    const { api } = await place.serve({ config, env: { NODE_ENV: 'test', PORT: '0', ...env } });
    const { body: own } = await api.get('/api/plugins/mirror/addresses').set(headers);
    const { body: mounted } = await api.get('/api/plugins/mirror/seen').set(headers);
    return { address: own.address as string, ...(mounted as Record<'ip' | 'protocol' | 'hostname', string>) };
  }

  const strangers = { address: '127.0.0.1', ip: '127.0.0.1', protocol: 'http', hostname: '127.0.0.1' };
  for (const trusted of [[], ['10.0.0.0/8', 'uniquelocal'], ['::1'], ['192.0.2.1']]) {
    it(`are ignored unless they come from [${trusted.join(', ')}]`, async () => {
      expect(await seenBy(trusted)).to.deep.equal(strangers);
    });
  }

  const known = { address: '192.0.2.1', ip: '192.0.2.1', protocol: 'https', hostname: 'evil.example.com' };
  for (const trusted of [['127.0.0.1'], ['10.0.0.0/8', 'loopback'], ['::ffff:127.0.0.0/104'], ['::ffff:127.0.0.1']]) {
    it(`of a proxy of [${trusted.join(', ')}] are read up to the first address that is no proxy`, async () => {
      expect(await seenBy(trusted)).to.deep.equal(known);
    });
  }

  it('are read through several proxies, with IPv6 addresses, too', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.7, 2001:db8::7, fd00::1, 10.9.9.9' };
    const seen = await seenBy(['loopback', '10.0.0.0/8', 'fd00::/8'], headers);
    expect(seen).to.include({ address: '2001:db8::7', ip: '2001:db8::7', protocol: 'http' });
  });

  const odd = { '203.0.113.7:41234': '203.0.113.7', '[2001:db8::7]:443': '2001:db8::7', unknown: 'unknown' };
  for (const [text, address] of Object.entries(odd)) {
    it(`with ${text} give the address ${address}`, async () => {
      expect((await seenBy(['loopback'], { 'X-Forwarded-For': text })).address).to.equal(address);
    });
  }

  it('are read from proxies that TRUSTED_PROXIES names', async () => {
    expect(await seenBy([], said, { TRUSTED_PROXIES: '10.0.0.0/8, loopback' })).to.deep.equal(known);
  });
});

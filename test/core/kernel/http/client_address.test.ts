import { expect } from 'chai';
import fc from 'fast-check';
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
import express from '${import.meta.resolve('express')}';
const handle = ({ ip, ips, protocol, hostname }, response) => response.json({ ip, ips, protocol, hostname });
const application = express().use(handle);
export default {
  mirror: contributes('mounts', asValue({ address: '/plugins/mirror/seen', open: true, handle })),
  application: contributes('mounts', asValue({ address: '/plugins/mirror/application', open: true, handle: application })),
};`,
};

/** Middleware of a module that is an Express application with settings of its own, which passes requests on. */
const middleware: Files = {
  'plugins/limiter/module.json': manifest('limiter'),
  'plugins/limiter/services.js': `
import { asValue, contributes } from 'lectern';
import express from '${import.meta.resolve('express')}';
const handle = express().use(({ ip }, response, next) => { response.set('X-Seen', ip); next(); });
export default { limiter: contributes('middleware', asValue({ handle })) };`,
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
    const { ip, protocol, hostname } = mounted as Record<'ip' | 'protocol' | 'hostname', string>;
    return { address: own.address as string, ip, protocol, hostname };
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

  it('are read from proxies that TRUSTED_PROXIES names', async () => {
    expect(await seenBy([], said, { TRUSTED_PROXIES: '10.0.0.0/8, loopback' })).to.deep.equal(known);
  });
});

/** Spellings of a node, and the address that the node has. */
const nodes: Readonly<Record<string, string>> = {
  '203.0.113.7': '203.0.113.7',
  '203.0.113.7:41234': '203.0.113.7',
  '"203.0.113.7:41234"': '203.0.113.7',
  '[203.0.113.7]:80': '203.0.113.7',
  '::FFFF:203.0.113.7': '203.0.113.7',
  '"[::ffff:cb00:7107]:80"': '203.0.113.7',
  '2001:DB8:0::7': '2001:db8::7',
  '[2001:db8::7]:443': '2001:db8::7',
  '"[2001:db8::7]:_https"': '2001:db8::7',
  'fe80::7%eth0': 'fe80::7',
  '"[fe80::7%25eth0]:443"': 'fe80::7',
  _gateway: '_gateway',
  '"_gateway:_http"': '_gateway',
  unknown: 'unknown',
  '203.0.113.7:80:80': 'unknown',
  '203.0.113.07': 'unknown',
  '203.0.113.7%eth0': 'unknown',
  [`_${'x'.repeat(5_000)}`]: 'unknown',
};

const proxies = [
  '10.0.0.1',
  '10.0.0.1:80',
  '"10.0.0.2:_a"',
  '[::ffff:10.0.0.3]:80',
  '"[fd00::1%eth0]:80"',
  'fd00:0::2',
];
const trustedLists = [[], ['loopback'], ['loopback', '10.0.0.0/8', 'fd00::/8'], ['127.0.0.1', '::ffff:10.0.0.0/104']];
const trustedBy = [
  () => false,
  () => false,
  (node: string) => proxies.includes(node),
  (node: string) => proxies.slice(0, 4).includes(node),
];

/** One list of nodes as a header, from the client on; `Forwarded` quotes what is no token. */
const headersOf: Readonly<Record<string, (list: readonly string[]) => string>> = {
  'X-Forwarded-For': (list) => list.join(', '),
  Forwarded: (list) =>
    list
      .map((node) => `by=_us;For=${/^[\w.-]+$|^"/.test(node) ? node : `"${node}"`}; proto=https;x="a,\\"b;c"`)
      .join(' ,'),
};

describe('Client addresses', () => {
  const places: Installation[] = [];
  const apis: Awaited<ReturnType<Installation['serve']>>['api'][] = [];

  before(async () => {
    for (const [index, trustedProxies] of trustedLists.entries()) {
      const place = new Installation(index < 3 ? files : { ...files, ...middleware });
      places.push(place);
      apis.push((await place.serve({ config: { http: { trustedProxies } } })).api);
    }
  });
  after(() => Promise.all(places.map((place) => place.clear())));

  /** The addresses that the kernel, a mount, and an Express application in a mount see. */
  async function seen(index: number, headers: Record<string, string>) {
    const path = '/api/plugins/mirror';
    const get = (name: string) => apis[index]!.get(`${path}/${name}`).set(headers).expect(200);
    const own = await get('addresses');
    const [mounted, application] = [(await get('seen')).body, (await get('application')).body];
    expect(application.ips).to.deep.equal(mounted.ips);
    const first = (own.headers as Record<string, string>)['x-seen'];
    return [own.body.address, mounted.ip, application.ip, ...(first === undefined ? [] : [first])] as string[];
  }

  const one = <T>(list: readonly T[]) => [...new Set(list)];

  it('are read from each spelling of an element, behind proxies with ports, too', async () => {
    const wrong: string[] = [];
    for (const [header, write] of Object.entries(headersOf))
      for (const [node, address] of Object.entries(nodes))
        for (const list of [[node], ['198.51.100.1', node, ...proxies]]) {
          const found = one(await seen(2, { [header]: write(list) }));
          if (found.join() !== address) wrong.push(`${header}: ${write(list).slice(0, 80)}: ${found.join(' and ')}`);
        }
    expect(wrong).to.deep.equal([]);
  });

  it('are the same for kernel and middleware, whatever the chain and the trusted proxies', async function () {
    const node = fc.constantFrom(...Object.keys(nodes).slice(0, -1), ...proxies);
    const chain = fc.array(node, { maxLength: 6 });
    const given = [fc.nat(trustedLists.length - 1), fc.constantFrom(...Object.keys(headersOf)), chain] as const;
    const property = fc.asyncProperty(...given, async (index, header, list) => {
      const address = one(await seen(index, { [header]: headersOf[header]!(list) }));
      expect(address).to.have.length(1);
      // With loopback alone, the last element is the client; with all proxies, the first that is none.
      const last = list.findLast((one) => !trustedBy[index]!(one)) ?? list[0];
      const isRead = index > 0 && last !== undefined;
      if (isRead && last in nodes) expect(address).to.deep.equal([nodes[last]]);
      if (!isRead) expect(address).to.deep.equal(['127.0.0.1']);
    });
    await fc.assert(property, { numRuns: 100 });
  });

  const forged = 'for=198.51.100.1;x="';
  const broken: Readonly<Record<string, string>> = {
    [`${forged}, for=203.0.113.7`]: 'unknown',
    [`${forged}, for="[2001:db8::7]:80"`]: 'unknown',
    'for=198.51.100.1;host="a,for=198.51.100.1;x=", for=203.0.113.7': '203.0.113.7',
    'proto=https;by=198.51.100.1': 'unknown',
    'for=198.51.100.1 for=198.51.100.2': 'unknown',
    ' , for=203.0.113.7,, ': '203.0.113.7',
  };
  it('never come from an element that a client has opened before that of the proxy', async () => {
    for (const [header, address] of Object.entries(broken))
      expect(one(await seen(1, { Forwarded: header })), header).to.deep.equal([address]);
    const both = { Forwarded: 'for=198.51.100.1', 'X-Forwarded-For': '203.0.113.7' };
    expect(one(await seen(1, both))).to.deep.equal(['203.0.113.7']);
  });
});

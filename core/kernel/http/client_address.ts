import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6, SocketAddress } from 'node:net';

/** Whether an address belongs to a trusted proxy; `hops` is the number of proxies between it and this server. */
export type Trusts = (address: string, hops: number) => boolean;

/** Networks by the keywords of Express. */
const keywords: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Function that recognizes the addresses of proxies, which a list of addresses, networks and keywords names. */
export function trustsIn(proxies: readonly string[]): Trusts {
  if (proxies.length === 0) return () => false;
  const list = new BlockList();
  for (const network of proxies.flatMap((one) => keywords[one] ?? [one])) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits ?? (isIPv6(address) ? 128 : 32)), familyOf(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

/** Address of a client that the nearest trusted proxy does not name. */
const UNKNOWN = 'unknown';
/** Maximum number of forwarded elements that are read: each costs time, and clients may send hundreds. */
const MAX_HOPS = 50;

/**
 * Defines `ip` and `ips` of Express on a request, or on the prototype of requests, so that middleware and kernel agree
 * on the client. On a request they also hold for Express applications that have settings of their own.
 */
export function defineClientAddress(target: object, trusts: Trusts): void {
  Object.defineProperties(target, {
    ip: {
      configurable: true,
      get(this: IncomingMessage) {
        return forwardingChain(this, trusts).at(-1);
      },
    },
    ips: {
      configurable: true,
      get(this: IncomingMessage) {
        return forwardingChain(this, trusts).slice(1).reverse();
      },
    },
  });
}

/**
 * Addresses from the peer of the connection outwards, up to the first that is no trusted proxy: the client. Reads
 * `X-Forwarded-For`, or `Forwarded` (RFC 7239) in a request without it.
 */
function forwardingChain({ socket, headers }: IncomingMessage, trusts: Trusts): string[] {
  const chain = [nodeAddress(socket.remoteAddress ?? '')];
  if (!trusts(chain[0] as string, 0)) return chain;
  const list = headers['x-forwarded-for'];
  const nodes = list === undefined ? nodesOf(headers.forwarded ?? '') : String(list).split(',');
  for (const node of nodes.reverse().slice(0, MAX_HOPS)) {
    const text = node.trim();
    if (text === '') continue;
    chain.push(nodeAddress(unquoted(text)));
    if (!trusts(chain.at(-1) as string, chain.length - 1)) break;
  }
  return chain;
}

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const PAIR = `${TOKEN}=(?:${TOKEN}|"(?:[^"\\\\]|\\\\.)*")`;
const PAIRS = `${PAIR}(?:;(?:[ \\t]*${PAIR})?)*`;
const element = new RegExp(`[ \\t]*(?:(${PAIRS})[ \\t]*)?(?:,|$)`, 'y');
const forPair = new RegExp(`(?:^|;)[ \\t]*for=(${TOKEN}|"[^"]*")`, 'i');

/**
 * Values of `for` in a `Forwarded` header, one for each element. A malformed header names no node: an open quote of the
 * client would otherwise hide the element that the proxy has added.
 */
function nodesOf(header: string): string[] {
  const nodes: string[] = [];
  element.lastIndex = 0;
  while (element.lastIndex < header.length) {
    const found = element.exec(header);
    if (!found) return [UNKNOWN];
    if (found[1] !== undefined) nodes.push(forPair.exec(found[1])?.[1] ?? UNKNOWN);
  }
  return nodes;
}

function unquoted(text: string): string {
  return /^"[^"]*"$/.test(text) ? text.slice(1, -1) : text;
}

// Addresses and obfuscated names with an optional port, which may be obfuscated as well: [2001:db8::1]:80, _a:_http.
const node = /^(?:\[([^[\]]+)\]|([\d.]+)|(_[\w.-]{1,63}))(?::(?:\d{1,5}|_[\w.-]+))?$/;

/**
 * Address of a node in one spelling: without port, brackets and zone, IPv4-mapped addresses as IPv4. Obfuscated names
 * (`_gateway`) stay; other texts that are no address become `unknown`.
 */
function nodeAddress(text: string): string {
  if (isIPv4(text)) return text;
  const [, bracketed, v4, name] = node.exec(text) ?? [];
  const address = bracketed ?? v4 ?? text;
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return name ?? UNKNOWN;
  const spelled = new SocketAddress({ address: address.replace(/%.*$/, ''), family: 'ipv6' }).address;
  const mapped = spelled.replace(/^::ffff:/, '');
  return isIPv4(mapped) ? mapped : spelled;
}

import fc from 'fast-check';
import type { HostileSource } from './source.ts';

const MAX_LENGTH = 14_000;
const pieces = [
  ...[
    '10.0.0.1',
    '127.0.0.1:80',
    '[::1]:80',
    'fe80::1%eth0',
    '::ffff:127.0.0.1',
    '_a',
    'unknown',
    '1',
    ':',
    '%',
    '[',
    ']',
    '.',
  ],
  ...['for=', 'for="[::1]:80"', 'by=_a', 'host="a,b"', ',', ', ', ';', ' ', '\t', '"', '\\', '='],
];
const list = fc
  .tuple(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: MAX_LENGTH }))
  .map(([parts, length]) => {
    const text = parts.join('');
    return text
      .repeat(Math.ceil(length / text.length))
      .slice(0, length)
      .trim();
  });
const names = [
  'X-Forwarded-For',
  'Forwarded',
  'Accept',
  'Accept-Encoding',
  'If-None-Match',
  'Prefer',
  'Range',
  'Cookie',
];

const paths = ['/api/articles', '/api/settings/site', '/docs', '/assets/articles/article.svg'];

/** Heads with long lists: forwarded addresses, and other headers that have lists. The server has to trust loopback. */
export const hostileHeads: HostileSource = {
  name: 'request head',
  statuses: [200, 206, 304, 400, 401, 406, 412, 416, 429, 431],
  requests: (seed) => {
    const made = fc.sample(fc.tuple(fc.constantFrom(...names), list, fc.constantFrom(...paths)), { seed, numRuns: 40 });
    return Promise.resolve(
      made.map(([name, value, path]) => ({
        caller: 'anonymous',
        method: 'GET',
        path,
        headers: { [name]: value },
      })),
    );
  },
};

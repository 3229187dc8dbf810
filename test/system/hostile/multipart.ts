import fc from 'fast-check';
import type { HostileSource } from './source.ts';

/** Bytes of a body without a credential. */
const MAX_BYTES = 65_000;
const pieces = [
  ...[
    '--b',
    '--b--',
    '--',
    '\r\n',
    '\r\n\r\n',
    '\r',
    '\n',
    '\r\n-',
    'b',
    ' ',
    '\t',
    ';',
    '=',
    '"',
    '\\',
    '%41',
    "'",
    '*',
    '\u00e9',
  ],
  ...['Content-Disposition: form-data', '; name="a"', "; name*=utf-8''", '; filename="../x"', '; filename*=', 'a:b'],
  ...[
    'Content-Type: application/octet-stream',
    'Content-Type: text/plain; charset=utf-16',
    'Content-Transfer-Encoding: base64',
  ],
  '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n',
  '--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n1\r\n',
];
const repeated = fc
  .tuple(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: MAX_BYTES }))
  .map(([parts, length]) => {
    const text = parts.join('');
    return text.repeat(Math.ceil(length / text.length)).slice(0, length);
  });
const body = fc
  .array(fc.oneof(fc.constantFrom(...pieces), repeated), { minLength: 1, maxLength: 12 })
  .map((parts) => Buffer.from(parts.join('')).subarray(0, MAX_BYTES));
const type = fc.oneof(
  { arbitrary: fc.constant('multipart/form-data; boundary=b'), weight: 5 },
  fc
    .constantFrom(...[' ', ';', '; boundary', '; boundary="', '; boundary=b'].map((text) => text.repeat(900)))
    .map((text) => `multipart/form-data${text}`),
);
const targets = [
  { caller: 'anonymous', method: 'POST', path: '/api/user/login' },
  { caller: 'student', method: 'PATCH', path: '/api/me/avatar' },
] as const;

/** Multipart forms of repeated pieces: delimiters, heads, parameters, line ends. */
export const hostileForms: HostileSource = {
  name: 'multipart form',
  statuses: [200, 400, 401, 415, 422, 429],
  requests: (seed) => {
    const request = fc.tuple(fc.constantFrom(...targets), type, body);
    const made = fc.sample(request, { seed, numRuns: 20 });
    return Promise.resolve(
      made.map(([target, header, bytes]) => ({ ...target, headers: { 'Content-Type': header }, body: bytes })),
    );
  },
};

import fc from 'fast-check';
import type { HostileSource } from './source.ts';

const MAX_HTML = 200_000;
const fragments = [
  ...[
    '<',
    '</',
    '<!',
    '<!--',
    '-->',
    '<a ',
    '>',
    '"',
    "'",
    '=',
    '&',
    '&amp;',
    '&#x',
    ' ',
    'x',
    '\u4e2d',
    '</i>',
    '<br>',
  ],
  ...[
    '<p>a</p>',
    '<b>',
    '</b>',
    '<p style="color:red">',
    '<img src=/a>',
    '<a href=http://a.example/>',
    ' a=b',
    'color:red;',
  ],
  ...[
    '<iframe src=/\\a>',
    '<svg><style>',
    '<table><tr><td>',
    '<![CDATA[',
    '<script>',
    '<textarea>',
    '<p style="',
    ' '.repeat(99),
  ],
];
const repeated = fc
  .tuple(fc.array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: MAX_HTML }))
  .map(([parts, length]) => {
    const text = parts.join('');
    return text.repeat(Math.ceil(length / text.length)).slice(0, length);
  });
const html = fc.array(repeated, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('').slice(0, MAX_HTML));

/** Articles whose bodies repeat parts of HTML. */
export const hostileHtml: HostileSource = {
  name: 'HTML',
  statuses: [200, 422],
  requests: async (seed) =>
    fc.sample(html, { seed, numRuns: 4 }).map((body) => ({
      method: 'PATCH',
      path: '/api/articles/1',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ body }),
      caller: 'manager',
    })),
};

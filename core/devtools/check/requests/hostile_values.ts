/** Texts that do harm if code neither escapes nor checks them: SQL, HTML, paths, names, numbers, odd characters. */
export const hostileTexts: readonly string[] = [
  "' or '1'='1",
  "'; drop table users; --",
  '1) union select null, version() --',
  '" onerror="alert(1)',
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}#{7*7}',
  '$(id) `id` | id',
  '../../../../etc/passwd',
  'C:\\windows\\system32',
  '%00%0d%0aX-Injected: 1',
  'a\r\nX-Injected: 1',
  '%s%n%x',
  '?',
  '$1',
  ':id',
  '*',
  '\\',
  '%',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-1',
  '1e309',
  '0x10',
  '007',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '2026-02-30T25:61:61Z',
  '+275761-01-01T00:00:00Z',
  // Characters that text columns cannot store, and combined characters.
  'nul \0 byte',
  'lone \ud800 surrogate',
  '\ufeff\u200b\u202eright to left',
  'e\u0301'.repeat(50),
  '\u{1F469}\u200d\u{1F469}\u200d\u{1F467}',
  '\uffff\ufffe',
  '(a+)+$',
  ' ',
  '',
];

const LONG = 100_000;
const DEEP = 20;

/** Values of all JSON types that an operation probably does not expect. */
export const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  'x'.repeat(LONG),
  null,
  true,
  false,
  0,
  -1,
  0.1,
  1e21,
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 63,
  [],
  [[]],
  [null],
  ['', null, 1],
  Array.from({ length: 1_000 }, () => 1),
  {},
  { id: 1 },
  { $gt: '' },
  { toString: 'x', valueOf: 1, then: true },
  // Parsed from JSON, because `__proto__` in a literal would set the prototype.
  JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": 1}}'),
  nested(DEEP),
];

/** Small ids, which probably exist, then large ids, and malformed ones. */
export const ids: readonly string[] = [
  ...['1', '2', '3', '4', '5', '6', '7', '8', '40'],
  ...['999999', '2147483647', '2147483648', '9007199254740993', '9223372036854775807'],
  ...['0', '-1', '01', '1.5', '1e3', ' 1', '9223372036854775808', 'abc'],
  // Without `..`: URL parsers resolve it to another address before any operation runs.
  ...["1' or '1'='1", '1;select 1', '%2e%2e', '\0', '\ud800', 'é', '\u{1F9ED}', 'x'.repeat(300)],
];

function nested(levels: number): unknown {
  return levels === 0 ? 'deep' : { inner: nested(levels - 1) };
}

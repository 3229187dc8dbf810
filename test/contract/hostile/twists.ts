import type { Sent } from '../../../core/devtools/check/requests/client.ts';
import type { Random } from './random.ts';

/** Additions to the query of a request. */
const queries: readonly string[] = [
  ...['%ff=1', '%', 'a=%zz', '&&&', '=', '?', '+', 'a=%00', 'a=%ed%a0%80', '%E4%B8%AD=1', 'a=%e4%b8', '%5B%5D=1'],
  ...['__proto__=1', '__proto__[x]=1', 'constructor[prototype]=1', 'toString=1', 'a[b][c]=1', 'a[]=1&a=2&a[0]=3'],
  ...['fields=', 'fields=%ff', 'fields=id&fields=title', 'fields=__proto__,constructor', 'fields[]=id', 'fields[x]=1'],
  ...['limit=0', 'limit=-1', 'limit=1e3', 'limit=1&limit=2', 'limit[]=1', 'limit[a]=1', 'offset=99999999999999999999'],
  ...['after=', 'after=&offset=1', 'after=bnVsbA', 'after[]='],
  ...['offset=2147483647', 'offset=1&offset=-1', 'start=1', 'sort=-id,-id', 'sort=%00', 'sort=;', 'types[]=__proto__'],
  ...['access_token=a', 'access_token[]=a', 'access_token=a&openid=b&type=weixinweb', 'access%5Ftoken=a'],
  `fields=${'id,'.repeat(2_500)}`,
  'x'.repeat(7_000),
  'x'.repeat(9_000),
  'x&'.repeat(1_100),
  'types[]=site&'.repeat(60),
];

const long = 'x'.repeat(3_000);

/** The former version of the API, and the value of `Accept` that selects it. */
export const former = { version: 1, mediaType: 'application/vnd.edusoho.v1+json' };

/** Headers that are added to a request or replace an existing one. */
const headers: readonly (readonly [string, string])[] = [
  ['If-Match', '"1"'],
  ['If-Match', '"0.x"'],
  ['If-Match', '*'],
  ['If-Match', '",'.repeat(1_000)],
  ['If-None-Match', '*'],
  ['If-None-Match', 'W/"x"'],
  ['If-None-Match', ','.repeat(5_000)],
  ['Accept', former.mediaType],
  ['Accept', 'application/vnd.edusoho.v2+json'],
  ['Accept', 'application/vnd.edusoho.v99+json'],
  ['Accept', 'application/problem+json'],
  ['Accept', 'text/html;q=0, */*;q=2'],
  ['Accept', 'application/vnd.'.repeat(600)],
  ['Accept', ''],
  ['Idempotency-Key', 'hostile'],
  ['Idempotency-Key', 'two words'],
  ['Idempotency-Key', ''],
  ['Idempotency-Key', 'x'.repeat(256)],
  ['X-Forwarded-For', '1.2.3.4, '.repeat(400)],
  ['Forwarded', 'for="[::1]:x";proto=https'],
  ['Cookie', 'a=b; '.repeat(1_000)],
  ['Origin', 'https://elsewhere.example'],
  ['Origin', 'null'],
  ['Access-Control-Request-Method', 'DELETE'],
  ['Range', 'bytes=0-1'],
  ['Content-Type', 'text/plain'],
  ['Content-Type', 'application/json; charset=utf-16'],
  ['Content-Type', 'application/x-www-form-urlencoded'],
  ['Content-Type', 'multipart/form-data'],
  ['Content-Type', 'multipart/form-data; boundary=""'],
  ['Content-Type', 'application/merge-patch+json'],
  ['Content-Type', `${long}/json`],
  ['Content-Type', ';'.repeat(1_000)],
  ['Content-Encoding', 'gzip'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Original-URL', '/api/users'],
  ['traceparent', '00-0-0-0'],
  ['Sec-Fetch-Dest', 'empty'],
  ['X-Note', 'a\u0080\u00ff'],
  ['X-Note', long],
  ['Authorization', ''],
  ['Authorization', 'Digest username="x"'],
  ['Upgrade', 'websocket'],
];

const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'SEARCH'] as const;

/** Changes of a path. */
const paths: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `${path}/..`,
  (path) => `${path}/%2e%2e`,
  (path) => `${path}%00`,
  (path) => `${path}%ff`,
  (path) => `${path};a=b`,
  (path) => `${path}.json`,
  (path) => `${path}/1`,
  (path) => `${path}/${'x'.repeat(2_500)}`,
  (path) => `/${path}`,
  (path) => path.replace('/api/', '/api//'),
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api\\'),
  (path) => path.replace('/api/', '/API/'),
  (path) => path.replace('/api/', '/%61pi/'),
  (path) => path.replace(/\/(\w)/g, (_match, letter: string) => `/${letter.toUpperCase()}`),
  (path) => path.replace(/s$/, ''),
  (path) => `http://elsewhere.example${path}`,
];

/** Bodies that the generator of valid bodies does not create. */
const bodies: readonly string[] = [
  ...[
    '',
    '{',
    'null',
    '[1]',
    '"x"',
    'NaN',
    '{"a":1}}',
    "{'a':1}",
    '{"a":1,}',
    '\ufeff[]',
    '{"a":"\\ud800"}',
    '{"":""}',
  ],
  `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
  '['.repeat(5_000),
  `{"username":[${'1,'.repeat(22_000)}1]}`,
  `{"password":"${'\\u0041'.repeat(5_000)}"}`,
  'a=1&'.repeat(1_200),
  '%',
  'a=%ff',
  `a${'[]'.repeat(500)}=1`,
  '{"__proto__":{"roles":["ROLE_SUPER_ADMIN"]},"constructor":{"prototype":{"x":1}}}',
  '{"id":1e400,"limit":-0,"price":1e-400}',
];

type Twist = (sent: Sent, random: Random) => Sent;

const twists: readonly Twist[] = [
  (sent, random) => {
    const [path = '', search] = sent.path.split('?', 2);
    const given = search === undefined ? '' : `${search}&`;
    return { ...sent, path: `${path}?${given}${random.pick(queries)}` };
  },
  (sent, random) => {
    const [name, value] = random.pick(headers);
    return { ...sent, headers: { ...sent.headers, [name]: value } };
  },
  (sent, random) => ({ ...sent, method: random.pick(methods) }),
  (sent, random) => {
    const [path = '', ...search] = sent.path.split('?');
    return { ...sent, path: [random.pick(paths)(path), ...search].join('?') };
  },
  (sent, random) => ({
    ...sent,
    headers: { 'Content-Type': 'application/json', ...sent.headers },
    body: random.pick(bodies),
  }),
];

const ONE = 0.35;
const ANOTHER = 0.3;

/** Returns the request unchanged, or with one or two hostile changes. */
export function twisted(sent: Sent, random: Random): Sent {
  if (!random.chance(ONE)) return sent;
  const once = random.pick(twists)(sent, random);
  return random.chance(ANOTHER) ? random.pick(twists)(once, random) : once;
}

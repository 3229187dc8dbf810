export const BODY_LIMIT = 262_144;
export const HOST = 'Host: lectern.test\r\n';
export const JSON_TYPE = 'Content-Type: application/json\r\n';

/** A complete POST request, by default to the echo operation. */
export function post(body: string | Uint8Array, headers = JSON_TYPE, path = '/api/plugins/probe/echoes'): Buffer {
  const bytes = Buffer.from(body as string);
  const head = `POST ${path} HTTP/1.1\r\n${HOST}${headers}Content-Length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}

export function get(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`;
}

export function chunked(body: string, headers = JSON_TYPE): string {
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  return `POST /api/plugins/probe/echoes HTTP/1.1\r\n${HOST}${headers}Transfer-Encoding: chunked\r\n\r\n${chunk}`;
}

const form = 'Content-Type: application/x-www-form-urlencoded\r\n';
const multipart = 'Content-Type: multipart/form-data; boundary=b\r\n';
const part = (disposition: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
const notUtf8 = (head: string, tail: string) => Buffer.from(`${head}\xff${tail}`, 'latin1');
export const echo = '/api/plugins/probe/echoes';

type Case = readonly [name: string, request: string | Uint8Array, status: number, code: number];

/** What is sent, and the status and code of the answer. */
export const refused: readonly Case[] = [
  ['malformed JSON', post('{"text":'), 400, 2],
  ['two JSON texts', post('{}{}'), 400, 2],
  ['a JSON body that is a number', post('1'), 400, 2],
  ['a JSON body that is a text', post('"x"'), 400, 2],
  ['a JSON list with an entry', post('[1]'), 400, 2],
  ['JSON nested a hundred thousand deep', post('['.repeat(100_000) + ']'.repeat(100_000)), 400, 2],
  ['JSON nested deep behind brackets in a string', post(`{"a":"]]]]","b":${'['.repeat(40)}${']'.repeat(40)}}`), 400, 2],
  ['a string full of escapes that never ends', post(`{"a":${'\\"'.repeat(120_000)}`), 400, 2],
  ['JSON that is not UTF-8', post(notUtf8('{"text":"', '"}')), 400, 2],
  ['a form that is not UTF-8', post(notUtf8('text=', ''), form), 400, 2],
  [
    'a multipart body that is not UTF-8',
    post(notUtf8(part('name="text"', 'x').trim(), '\r\n--b--\r\n'), multipart),
    400,
    2,
  ],
  ['another charset', post('{}', 'Content-Type: application/json; charset=utf-16\r\n'), 415, 2],
  ['another media type', post('<a/>', 'Content-Type: application/xml\r\n'), 415, 2],
  ['a body without a media type', post('{}', ''), 415, 2],
  ['a content coding', post('{}', `${JSON_TYPE}Content-Encoding: gzip\r\n`), 415, 2],
  ['a NUL in a body', post('{"text":"a\\u0000b"}'), 422, 9],
  ['half a surrogate pair in a body', post('{"text":"\\ud800"}'), 422, 9],
  ['a NUL in a list', post('{"list":["\\u0000"]}'), 422, 9],
  ['a NUL in a form', post('text=%00', form), 422, 9],
  ['a NUL in the query', get(`${echo}?text=%00`), 422, 9],
  ['a NUL in the path', get('/api/plugins/probe/echoes/1%00'), 404, 10],
  ['a NUL in an unknown path', get('/api/%00'), 404, 1],
  ['a body over the limit', post('x'.repeat(BODY_LIMIT + 1)), 413, 2],
  ['a chunked body over the limit', chunked('x'.repeat(BODY_LIMIT + 1)), 413, 2],
  ['many headers over the limit', get(echo, 'X-A: 1234567890\r\n'.repeat(1_500)), 431, 2],
  ['a URL over the limit', get(`${echo}?text=${'x'.repeat(9_000)}`), 414, 2],
  ['a million pairs in the query', get(`${echo}?${'a&'.repeat(1_000_000)}`), 414, 2],
  ['many pairs in the query', get(`${echo}?${'a&'.repeat(1_500)}`), 400, 2],
  ['many pairs in a form', post('a&'.repeat(30_000), form), 400, 2],
  ['broken percent-encoding in the path', get('/api/plugins/probe/echoes/%zz'), 400, 2],
  ['bytes in the path that are not UTF-8', get('/api/plugins/probe/echoes/%ff'), 400, 2],
  ['broken percent-encoding in the query', get(`${echo}?text=%e4%b8`), 400, 2],
  ['broken percent-encoding in a form', post('text=%', form), 400, 2],
  ['a fragment', get(`${echo}#x`), 400, 2],
  ['a fragment behind a query', get(`${echo}?text=a#x`), 400, 2],
  ['a fragment on a page', get('/healthz#x'), 400, 2],
  ['no Host on a page', 'GET /healthz HTTP/1.1\r\n\r\n', 400, 2],
  ['a method in lower case', `get ${echo} HTTP/1.1\r\n${HOST}\r\n`, 400, 2],
  ['a method without an operation', `PURGE ${echo} HTTP/1.1\r\n${HOST}\r\n`, 405, 12],
  ['an unknown protocol', `GET ${echo} HTTQ/1.1\r\n${HOST}\r\n`, 400, 2],
  ['a text that is not HTTP', 'hello\r\n\r\n', 400, 2],
  ['a handshake of TLS', Buffer.from([0x16, 0x03, 0x01, 0x00, 0xa5, 0x01, 0x00, 0x00, 0xa1, 0x03, 0x03]), 400, 2],
  ['a space in the URL', `GET ${echo}?text=a b HTTP/1.1\r\n${HOST}\r\n`, 400, 2],
  ['a header without a name', `GET ${echo} HTTP/1.1\r\n${HOST}: x\r\n\r\n`, 400, 2],
  ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, 404, 1],
  ['a multipart body without a boundary', post('--b--', 'Content-Type: multipart/form-data\r\n'), 400, 2],
  ['a multipart body with a file', post(`${part('name="f"; filename="a.txt"', 'x')}--b--\r\n`, multipart), 400, 2],
  ['a multipart body that ends too early', post(part('name="text"', 'x').slice(0, 30), multipart), 400, 2],
  ['a multipart body that never ends', post(part('name="text"', 'x'), multipart), 400, 2],
  ['a multipart body of too many fields', post(part('name="a"', '').repeat(1_001) + '--b--\r\n', multipart), 400, 2],
  [
    'a multipart body of too many parts without a name',
    post(`--b\r\n\r\n\r\n`.repeat(1_002) + '--b--\r\n', multipart),
    400,
    2,
  ],
  [
    'a multipart boundary of 71 characters',
    post('--b--', `Content-Type: multipart/form-data; boundary=${'b'.repeat(71)}\r\n`),
    400,
    2,
  ],
  ['a text that is a list of numbers beyond all limits', post(`{"text":[${'1,'.repeat(30_000)}1]}`), 400, 2],
  ['a list of lists beyond all limits', post(`{"list":[${'[],'.repeat(30_000)}1]}`), 400, 2],
  ['a list that is too long', post(JSON.stringify({ list: Array(10_000).fill(1) })), 422, 9],
  ['a list for a text', post('{"text":["a"]}'), 422, 9],
  ['an object for a text', post('{"text":{"a":1}}'), 422, 9],
];

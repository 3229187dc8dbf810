import type { Sent } from '../../../core/devtools/check/requests/client.ts';

/** Bytes of a body that is read without a credential, and of one that is not. */
const sizes = [65_000, 1_048_000];
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=b';
const disposition = 'Content-Disposition: form-data; name="username"\r\n\r\n';

type Heavy = readonly [name: string, type: string, text: (length: number) => string];

/** Texts that cost most to parse, each of about a number of characters. */
const texts: readonly Heavy[] = [
  ['a list of numbers', json, (length) => `{"username":[${'1,'.repeat(length / 2 - 10)}1]}`],
  ['a list of lists', json, (length) => `{"username":[${'[],'.repeat(length / 3 - 10)}1]}`],
  ['fields', json, (length) => `{${'"a":1,'.repeat(length / 6 - 10)}"b":1}`],
  ['escapes', json, (length) => `{"username":"${'\\u0041'.repeat(length / 6 - 10)}","password":"x"}`],
  ['a long text', json, (length) => `{"username":"${'x'.repeat(length - 40)}","password":"x"}`],
  ['fields', form, (length) => '&a=1'.repeat(length / 4)],
  ['fields of many names', form, (length) => fieldsOf(length / 8).join('&')],
  ['a long text', form, (length) => `username=${'+'.repeat(length - 20)}`],
  ['parts', multipart, (length) => `--b\r\n${disposition}1\r\n`.repeat(length / 62)],
  ['parts without a head', multipart, (length) => '--b\r\n\r\n1\r\n'.repeat(length / 10)],
  [
    'parts of a file',
    multipart,
    (length) => `--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n1\r\n`.repeat(length / 70),
  ],
  ['long heads', multipart, (length) => headsOf((length - 200) / 3, (size) => `name*=${'a'.repeat(size)}`)],
  [
    'escapes in heads',
    multipart,
    (length) => headsOf((length - 200) / 3, (size) => `name="${'\\a'.repeat(size / 2)}"`),
  ],
  ['line ends', multipart, (length) => `--b\r\n${disposition}${'\r\n-'.repeat(length / 3 - 30)}\r\n--b--\r\n`],
  [
    'fields of many names',
    json,
    (length) => JSON.stringify(Object.fromEntries(fieldsOf(length / 12).map((one) => [one, 1]))),
  ],
];

/** A form of three parts, whose heads have about a number of characters each. */
function headsOf(length: number, parameter: (size: number) => string): string {
  return `--b\r\nContent-Disposition: form-data; ${parameter(length)}\r\n\r\n1\r\n`.repeat(3) + '--b--\r\n';
}

function fieldsOf(number: number): string[] {
  return Array.from({ length: number }, (_, index) => `a${index}=1`);
}

const addresses = ['/api/user/login', '/api/callback/Alipay_LegacyExpress/notify', '/api/callback/Lianlian_Web/notify'];

const long = (text: string, length = 15_000) => text.repeat(length / text.length);

const heads: readonly (readonly [name: string, path: string, headers: Sent['headers']])[] = [
  ['Accept', '', { Accept: long('application/vnd.a.v9+json, ') }],
  ['Accept-Encoding', '', { 'Accept-Encoding': long(',') }],
  ['Accept-Encoding with weights', '', { 'Accept-Encoding': long('a;q=1,') }],
  ['Forwarded', '', { Forwarded: long('for=10.0.0.1,') }],
  ['Prefer', '', { Prefer: long('handling=strict, ') }],
  ['Range', '', { Range: `bytes=${long('0-1,')}` }],
  ['Content-Type', '', { 'Content-Type': `application/json${long('; charset')}` }],
  ['If-None-Match', '', { 'If-None-Match': long(',') }],
  ['X-Forwarded-For', '', { 'X-Forwarded-For': long('10.0.0.1,') }],
  ['Cookie', '', { Cookie: long('a=b; ') }],
  ['Basic', '', { Authorization: `Basic ${long('////')}` }],
  ['Bearer', '', { Authorization: `Bearer ${long('a.')}` }],
  ['fields', `?fields=${long('id,', 8_000)}`, {}],
  ['sort', `?sort=${long('-id,', 8_000)}`, {}],
  ['pairs', `?${long('a[]=1&', 5_900)}`, {}],
  ['escapes', `?title=${long('%41', 8_000)}`, {}],
];

/** Requests without a credential that cost as much as they can, by name. */
export const heavyRequests: readonly (readonly [name: string, sent: Sent])[] = [
  ...sizes.flatMap((size) =>
    addresses.flatMap((path) =>
      texts.map(([name, type, text]) => {
        const sent = { method: 'POST', path, headers: { 'Content-Type': type }, body: text(size) };
        return [`${size} bytes of ${type}, ${name}, to ${path}`, sent] as const;
      }),
    ),
  ),
  ...heads.map(([name, query, headers]) => [name, { method: 'GET', path: `/api/articles${query}`, headers }] as const),
];

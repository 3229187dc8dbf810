import { expect } from 'chai';
import { served } from '../../../support/started.ts';
import { RawConnection } from '../../../support/raw_http.ts';
import { HOST, JSON_TYPE, echo, get, post } from '../../kernel/http/bad_requests.ts';
import { probe } from '../../kernel/http/probe.ts';

const HEADERS = 20;
const head = (headers: string, line = `POST ${echo} HTTP/1.1`) => `${line}\r\n${HOST}${headers}\r\n`;
const chunks = (body: string) => head(`${JSON_TYPE}Transfer-Encoding: chunked\r\n`) + body;

type Case = readonly [name: string, request: string | Uint8Array, status: number];

/** Requests with doubtful framing, or of attackers: the connection ends with the answer. */
const closed: readonly Case[] = [
  ['a thousand chunks of one byte', chunks(`${'1\r\nx\r\n'.repeat(1_100)}0\r\n\r\n`), 400],
  ['two Host headers', `GET ${echo} HTTP/1.1\r\n${HOST}Host: other\r\n\r\n`, 400],
  ['no Host', `GET ${echo} HTTP/1.1\r\n\r\n`, 400],
  ['two hosts in one header', `GET ${echo} HTTP/1.1\r\nHost: a, b\r\n\r\n`, 400],
  ['a user in the Host', `GET ${echo} HTTP/1.1\r\nHost: a@b\r\n\r\n`, 400],
  ['a path in the Host', `GET ${echo} HTTP/1.1\r\nHost: a/b\r\n\r\n`, 400],
  ['a length and a coding', head('Content-Length: 3\r\nTransfer-Encoding: chunked\r\n') + '0\r\n\r\n', 400],
  ['a coding and a length', head('Transfer-Encoding: chunked\r\nContent-Length: 3\r\n') + '0\r\n\r\n', 400],
  ['two lengths', head('Content-Length: 2\r\nContent-Length: 3\r\n') + '{} ', 400],
  ['the same length twice', head('Content-Length: 2\r\nContent-Length: 2\r\n') + '{}', 400],
  ['a list of lengths', head('Content-Length: 2, 2\r\n') + '{}', 400],
  ['a length that is no number', head('Content-Length: two\r\n') + '{}', 400],
  ['a negative length', head('Content-Length: -1\r\n'), 400],
  ['a length with a sign', head('Content-Length: +2\r\n') + '{}', 400],
  ['a length in hexadecimal', head('Content-Length: 0x2\r\n') + '{}', 400],
  ['a length of thirty digits', head(`Content-Length: ${'9'.repeat(30)}\r\n`), 400],
  ['an empty length', head('Content-Length: \r\n'), 400],
  ['a space behind the name of a header', head('Content-Length : 2\r\n') + '{}', 400],
  ['a coding twice', head('Transfer-Encoding: chunked, chunked\r\n') + '0\r\n\r\n', 400],
  ['a coding in two headers', head('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n') + '0\r\n\r\n', 400],
  ['a coding that is not the last', head('Transfer-Encoding: chunked, identity\r\n') + '0\r\n\r\n', 400],
  ['identity as a coding', head('Transfer-Encoding: identity, chunked\r\n') + '0\r\n\r\n', 400],
  ['an unknown coding', head('Transfer-Encoding: xchunked\r\n') + '0\r\n\r\n', 400],
  ['a compressed transfer', head('Transfer-Encoding: gzip, chunked\r\n') + '0\r\n\r\n', 400],
  ['a coding with a parameter', head('Transfer-Encoding: chunked;q=1\r\n') + '0\r\n\r\n', 400],
  ['a coding behind a vertical tab', head('Transfer-Encoding: \x0bchunked\r\n') + '0\r\n\r\n', 400],
  ['an empty coding', head('Transfer-Encoding: \r\n'), 400],
  ['a coding in HTTP/1.0', head('Transfer-Encoding: chunked\r\n', `POST ${echo} HTTP/1.0`) + '0\r\n\r\n', 400],
  ['line feeds alone', `GET ${echo} HTTP/1.1\nHost: a\n\n`, 400],
  ['a line feed alone behind a header', `GET ${echo} HTTP/1.1\r\nHost: a\nX-A: b\r\n\r\n`, 400],
  ['a carriage return alone', head('X-A: a\rX-B: b\r\n'), 400],
  ['a folded header', head('X-A: a\r\n b\r\n'), 400],
  ['a space before the first header', `GET ${echo} HTTP/1.1\r\n Host: a\r\n\r\n`, 400],
  ['a NUL in a header', head('X-A: a\0b\r\n'), 400],
  ['a NUL in the URL', head('', `GET ${echo}\0 HTTP/1.1`), 400],
  ['a byte beyond ASCII in the URL', Buffer.from(head('', `GET ${echo}\xe4 HTTP/1.1`), 'latin1'), 400],
  ['a control character in a header', head('X-A: a\x01b\r\n'), 400],
  ['a header without a colon', head('X-A\r\n'), 400],
  ['a line feed alone in a chunk', chunks('2\n{}\r\n0\r\n\r\n'), 400],
  ['a chunk longer than it says', chunks('2\r\n{}XX0\r\n\r\n'), 400],
  ['a chunk size that is no number', chunks('zz\r\n'), 400],
  ['a chunk size with a prefix', chunks('0x2\r\n{}\r\n0\r\n\r\n'), 400],
  ['a chunk size of twenty digits', chunks(`${'F'.repeat(20)}\r\n{}\r\n0\r\n\r\n`), 400],
  ['a chunk extension without an end', chunks(`2;${'a'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`), 413],
  ['a length among the trailers', chunks('2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n'), 400],
  ['trailers over the limit', chunks(`2\r\n{}\r\n0\r\n${'X-A: 1234567890123456\r\n'.repeat(1_000)}\r\n`), 431],
  ['too many headers', get(echo, 'A: b\r\n'.repeat(HEADERS)), 431],
  ['headers over the limit', get(echo, `X-Long: ${'x'.repeat(20_000)}\r\n`), 431],
  ['a URL over the limit of the parser', get(`${echo}?text=${'x'.repeat(30_000)}`), 414],
  ['HTTP/0.9', `GET ${echo}\r\n\r\n`, 505],
  ['HTTP/1.2', head('', `GET ${echo} HTTP/1.2`), 505],
  ['HTTP/2.0', head('', `GET ${echo} HTTP/2.0`), 505],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 505],
  ['a protocol in lower case', head('', `GET ${echo} http/1.1`), 400],
  ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 400],
  ['an unknown method', head('', `BREW ${echo} HTTP/1.1`), 400],
  ['a method of 30,000 letters', head('', `${'A'.repeat(30_000)} ${echo} HTTP/1.1`), 400],
];

/** Requests whose end is clear: the connection stays open. */
const kept: readonly Case[] = [
  ['another scheme', get('ftp://lectern.test/'), 400],
  ['an asterisk', get('*'), 400],
  ['an unknown expectation', head('Expect: nonsense\r\nContent-Length: 0\r\n'), 417],
  ['too many fields in JSON', post(`{"a":0${',"a":0'.repeat(59)}}`), 400],
  ['too many fields in a form', post('a&'.repeat(30), 'Content-Type: application/x-www-form-urlencoded\r\n'), 400],
];

/** Unusual, but valid requests. */
const answered: readonly Case[] = [
  ['HTTP/1.0 without a Host', `GET ${echo} HTTP/1.0\r\n\r\n`, 200],
  ['an empty Host', `GET ${echo} HTTP/1.1\r\nHost:\r\n\r\n`, 200],
  ['an IPv6 address as the Host', `GET ${echo} HTTP/1.1\r\nHost: [::1]:3000\r\n\r\n`, 200],
  ['an absolute URL', get(`http://lectern.test${echo}`), 200],
  ['an upgrade to WebSocket', get(echo, 'Connection: Upgrade\r\nUpgrade: websocket\r\n'), 200],
  [
    'an upgrade to HTTP/2',
    get(echo, 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n'),
    200,
  ],
  ['empty lines before the request', `\r\n\r\n${get(echo)}`, 200],
  ['a chunk extension', chunks('2;a=b\r\n{}\r\n0\r\n\r\n'), 200],
  ['a long Accept header', get(echo, `Accept: ${'application/vnd.a.v9+json;x=".v9+json", '.repeat(300)}*/*\r\n`), 200],
  ['trailers', chunks('2\r\n{}\r\n0\r\nX-A: b\r\n\r\n'), 200],
];

const limits = { headerCountLimit: HEADERS, jsonFieldLimit: 50, fieldLimit: 20 };

describe('Broken requests', () => {
  const { installation, kernel } = served(probe, { config: { http: limits } });

  const lines = () => installation.logs.map((line) => JSON.parse(line));

  async function answerTo(request: string | Uint8Array) {
    const connection = new RawConnection(kernel.url).send(request);
    return { connection, answer: await connection.answer() };
  }

  for (const [name, request, status] of [...closed, ...kept]) {
    it(`are refused with ${status} in the common error format: ${name}`, async () => {
      const { connection, answer } = await answerTo(request);
      expect(answer.status, answer.body).to.equal(status);
      expect(JSON.parse(answer.body).error).to.have.all.keys('code', 'message').and.include({ code: 2 });
      const id = answer.headers['x-request-id'];
      const [line, ...others] = lines().filter(({ reqId, msg }) => reqId === id && msg === 'request');
      expect(line).to.include({ level: 30, status });
      expect(others).to.deep.equal([]);
      if (kept.some(([one]) => one === name)) {
        const next = await connection.send(get(`${echo}?n=1`)).answer();
        expect(next.body).to.equal('{"n":1}');
        connection.close();
      } else {
        expect(answer.headers['connection']).to.equal('close');
        connection.send(get(echo));
        await connection.end();
      }
    });
  }

  for (const [name, request, status] of answered) {
    it(`do not include ${name}`, async () => {
      const { connection, answer } = await answerTo(request);
      connection.close();
      expect(answer.status, answer.body).to.equal(status);
    });
  }

  it('are counted without a route', async () => {
    const metrics = await (await fetch(`${kernel.url}/metrics`)).text();
    const count = /^http_request_duration_seconds_count\{method="",route="",module="",status="505"\} (\d+)$/m.exec(
      metrics,
    );
    expect(Number(count?.[1])).to.be.at.least(2);
    expect(metrics).to.match(/^http_requests_in_flight 0$/m);
  });

  it('never run requests that follow on the connection', async () => {
    const smuggled = `${get(echo, 'X-Request-Id: smuggled-one\r\n')}${post('{}', `${JSON_TYPE}X-Request-Id: smuggled-two\r\n`).toString()}`;
    const { connection } = await answerTo(
      head('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n') + `0\r\n\r\n${smuggled}`,
    );
    connection.send(smuggled);
    await connection.end();
    const last = await answerTo(get(echo, 'Connection: close\r\nX-Request-Id: the-last\r\n') + smuggled);
    await last.connection.end();
    const ids = lines().map(({ reqId }) => String(reqId));
    expect(ids).to.include('the-last');
    expect(ids.filter((id) => id.startsWith('smuggled'))).to.deep.equal([]);
  });
});

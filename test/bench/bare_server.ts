import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reportTo } from '../support/report_cpu.mjs';

// Minimal handler with the same answers as the endpoint that it is compared with.
const thing = { id: '7', name: 'a small thing', price: '9.90', enabled: true };
const missing = { error: { code: 10, message: 'Not found.' } };
const invalid = { error: { code: 9, message: 'The parameter "size" must be an integer.' } };

const server = createServer(({ url = '' }, response) => {
  const [status, value] = answerTo(url);
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
});

function answerTo(url: string): [number, object] {
  const [path, search] = url.split('?', 2);
  if (path !== '/') return [404, missing];
  const size = search === undefined ? null : new URLSearchParams(search).get('size');
  return size === null || /^\d{1,3}$/.test(size) ? [200, thing] : [422, invalid];
}

server.listen(0, '127.0.0.1', () => {
  reportTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

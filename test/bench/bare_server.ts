import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reportTo } from './report_cpu.ts';

// The least that a handler can do: the same answer as the endpoint that it is compared with.
const thing = { id: '7', name: 'a small thing', price: '9.90', enabled: true };

const server = createServer((_request, response) => {
  const body = JSON.stringify(thing);
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
});

server.listen(0, '127.0.0.1', () => {
  reportTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

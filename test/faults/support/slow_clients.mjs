// Slow clients in a separate process, so that they slow down only the server. The parent process sends their number. A
// client that the server closes connects again.
import { connect } from 'node:net';

const port = Number(process.argv[2]);
const SECOND_MS = 1_000;

const HOST = 'Host: x\r\n';
const document = `GET /api/openapi.json HTTP/1.1\r\n${HOST}\r\n`;
/** Texts that each kind of client sends: one at first, and one every second. No client reads its answers. */
const kinds = [
  { first: `GET /api/nothing HTTP/1.1\r\n${HOST}`, then: 'X-A: b\r\n' },
  {
    first: `POST /api/user/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 9999\r\n\r\n{"a`,
    then: 'a',
  },
  { first: document.repeat(30), then: document },
  { first: '', then: '' },
];

/** @type {Set<import('node:net').Socket>} */
const open = new Set();
let wanted = 0;
let closed = 0;
let number = 0;

function add() {
  const kind = kinds[number++ % kinds.length] ?? kinds[0];
  const socket = connect(port, '127.0.0.1').pause();
  open.add(socket);
  const drip = setInterval(() => kind?.then && socket.write(kind.then), SECOND_MS);
  if (kind?.first) socket.write(kind.first);
  socket.on('error', () => undefined);
  socket.once('close', () => {
    clearInterval(drip);
    open.delete(socket);
    closed++;
    if (open.size < wanted) addSoon();
  });
  // A paused client does not notice that the server has ended the connection.
  socket.once('end', () => socket.destroy());
}

function addSoon() {
  setTimeout(add, SECOND_MS * Math.random());
}

process.on('message', (/** @type {number} */ count) => {
  wanted = count;
  if (count === 0) for (const socket of open) socket.destroy();
  for (let missing = wanted - open.size; missing > 0; missing--) addSoon();
  setTimeout(() => process.send?.({ open: open.size, closed }), 2 * SECOND_MS);
});
process.once('disconnect', () => process.exit());

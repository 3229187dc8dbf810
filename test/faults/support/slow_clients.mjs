// Clients that take their time, in a process of their own so that they slow down nobody but the server. The parent sends
// how many there are to be; each that the server closes comes back.
import { connect } from 'node:net';

const port = Number(process.argv[2]);
const SECOND_MS = 1_000;

const HOST = 'Host: x\r\n';
const document = `GET /api/openapi.json HTTP/1.1\r\n${HOST}\r\n`;
/** What each kind sends first, and then once a second. A client that never reads is what they all are. */
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
  // A paused client never sees that the server has ended it.
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

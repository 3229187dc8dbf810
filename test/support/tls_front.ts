import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { certificateOf } from '../../core/platform/payments/sandbox/certificate.ts';

const HOST = 'localhost';

/**
 * Serves local HTTP servers by https with a self-signed certificate, because a production start requires https URLs.
 */
export class TlsFront {
  /** Certificate in PEM, for `NODE_EXTRA_CA_CERTS`. */
  readonly certificate: string;
  readonly #key: string;
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<TLSSocket>();

  constructor() {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.#key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    this.certificate = certificateOf({ ...pair, serial: '01', now: new Date(), name: HOST });
  }

  /** Opens an https port that forwards to an HTTP server. @returns the origin, without a trailing slash */
  async open(url: string): Promise<string> {
    const { hostname, port } = new URL(url);
    const server = createServer({ key: this.#key, cert: this.certificate }, (socket) => {
      this.#sockets.add(socket.once('close', () => this.#sockets.delete(socket)));
      const target = connect(Number(port), hostname);
      socket.on('error', () => target.destroy()).on('close', () => target.destroy());
      target.on('error', () => socket.destroy());
      socket.pipe(target).pipe(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#servers.push(server);
    return `https://${HOST}:${(server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    for (const server of this.#servers) {
      server.close();
      await once(server, 'close');
    }
  }
}

import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { figure } from '../support/figures.ts';
import { MeasuredPlatform, type Holdings } from '../support/measured_platform.ts';
import { assertOpenFiles } from '../support/open_files.ts';
import { until } from '../support/until.ts';

const CONNECTIONS = 10_000;
const AT_ONCE = 200;
const MAX_BYTES = 15 * 1024;
const request = 'GET /api/nothing HTTP/1.1\r\nHost: x\r\n\r\n';

describe('Ten thousand idle connections', () => {
  let platform: MeasuredPlatform;
  const sockets: Socket[] = [];

  before(async () => {
    assertOpenFiles(CONNECTIONS + 500);
    platform = await MeasuredPlatform.start({ http: { port: 0, keepAliveTimeout: 600_000 } });
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    await platform.clear();
  });

  /** Opens connections, each of which receives one answer. */
  async function open(count: number): Promise<void> {
    const port = Number(new URL(platform.url).port);
    for (let opened = 0; opened < count; opened += AT_ONCE) {
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          const socket = connect(port, '127.0.0.1');
          sockets.push(socket);
          await new Promise((resolve, reject) => {
            socket.once('data', resolve).once('error', reject).once('close', reject);
            socket.write(request);
          });
        }),
      );
    }
  }

  const heldBy = ({ rss, heapUsed, external }: Holdings) => ({ rss, heap: heapUsed + external });

  it('take at most 15 KB of memory each, and leave /healthz reachable', async () => {
    // The first thousand connections are not counted, because they include fixed costs of the server.
    await open(1_000);
    const first = heldBy(await platform.holdings());
    await open(CONNECTIONS);
    const all = heldBy(await platform.holdings());
    const each = { rss: (all.rss - first.rss) / CONNECTIONS, heap: (all.heap - first.heap) / CONNECTIONS };
    figure(
      'memory for an idle connection',
      `${(each.rss / 1024).toFixed(1)} KB (heap ${(each.heap / 1024).toFixed(1)} KB)`,
    );
    expect(each.rss).to.be.below(MAX_BYTES);
    expect(each.heap).to.be.below(MAX_BYTES);
    expect((await fetch(`${platform.url}/healthz`)).status).to.equal(200);
  });

  it('are released after the clients have closed them', async () => {
    const { heapUsed: full } = await platform.holdings();
    for (const socket of sockets) socket.destroy();
    await until(async () => expect((await platform.holdings()).handles['TCPSocketWrap'] ?? 0).to.be.below(50));
    const { heapUsed } = await platform.holdings();
    figure('memory after the last of them', `${((heapUsed - full) / 1e6).toFixed(1)} MB heap`);
    const metrics = await (await fetch(`${platform.url}/metrics`)).text();
    expect(Number(/^lectern_connections (\d+)$/m.exec(metrics)?.[1])).to.be.below(10);
  });
});

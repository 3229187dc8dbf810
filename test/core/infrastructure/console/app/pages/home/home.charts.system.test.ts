import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { expect } from 'chai';
import { expectAccessible, openConsole, signIn } from '../../open_console.ts';
import { prepared } from '../../../../../../support/started.ts';

describe('The console during an outage', () => {
  let relay: Relay;

  const opened = prepared(openConsole);

  before(async () => {
    relay = await Relay.before(Number(new URL(opened.platform.url).port));
    await opened.page.goto(`http://127.0.0.1:${relay.port}/console`);
    await signIn(opened.page, 'manager');
    await opened.page.getByText('Requests a second').waitFor();
  });
  after(async () => {
    await relay.close();
    await opened.end();
  });

  it('reports that the server does not answer, and continues afterwards', async () => {
    const { page } = opened;
    const away = page.getByText('The server does not answer.');
    const { port } = relay;
    await relay.close();
    await away.waitFor();
    const stream = page.waitForResponse((response) => response.url().endsWith('/api/console/stream'));
    relay = await Relay.before(Number(new URL(opened.platform.url).port), port);
    await away.waitFor({ state: 'detached' });
    await page.getByText('ready', { exact: true }).waitFor();
    await stream;
  });

  it('shows why the server is unavailable, even after a reload, and continues afterwards', async () => {
    const { page } = opened;
    const error = { code: 8, message: 'The service is not available at the moment; try again later.' };
    const remarks = [{ module: 'database', remark: 'does not answer' }];
    await page.getByText('No problems and no warnings.').waitFor();
    await page.route('**/api/console/**', (route) => route.fulfill({ status: 503, json: { error } }));
    await page.route('**/readyz', (route) => route.fulfill({ status: 503, json: { status: 'unavailable', remarks } }));
    await page.getByText('database: does not answer').waitFor();
    await page.getByText('unavailable', { exact: true }).waitFor();
    expect(await page.getByText('ready', { exact: true }).count()).to.equal(0);
    await page.getByRole('button', { name: 'Examine again' }).click();
    await page.getByText('No problems and no warnings.').waitFor({ state: 'detached' });
    await expectAccessible(page);
    await page.reload();
    await page.getByText('database: does not answer').waitFor();
    expect(await page.getByRole('button', { name: 'Sign in' }).count()).to.equal(0);
    await expectAccessible(page);
    await page.unrouteAll();
    await page.getByText('ready', { exact: true }).waitFor();
  });
});

/** Forwards connections to a server; a closed relay simulates an unreachable server. */
class Relay {
  readonly #sockets = new Set<{ destroy(): void }>();

  private constructor(private readonly server: Server) {}

  static async before(target: number, port = 0): Promise<Relay> {
    const server = createServer();
    const relay = new Relay(server);
    server.on('connection', (near) => {
      const far = connect(target, '127.0.0.1');
      for (const socket of [near, far]) {
        relay.#sockets.add(socket);
        socket.on('error', () => undefined);
      }
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return relay;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

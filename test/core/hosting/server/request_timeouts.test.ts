import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { RequestTimeouts } from '../../../../core/hosting/server/request_timeouts.ts';

const SELDOM = 500;
const OFTEN = 25;

/** Interval in milliseconds at which Node checks the connections of a server. */
function intervalOf(server: Server): number {
  const symbols = Object.getOwnPropertySymbols(server);
  const key = symbols.find(({ description }) => description === 'http.server.connectionsCheckingInterval');
  return (server as unknown as Record<symbol, { _repeat: number }>)[key!]!._repeat;
}

describe('Late requests', () => {
  let server: Server;
  let late: RequestTimeouts;
  let client: Socket | undefined;

  beforeEach(async () => {
    server = createServer({ headersTimeout: 50, requestTimeout: 50 });
    late = new RequestTimeouts(server);
    await once(server.listen(0), 'listening');
  });
  afterEach(() => {
    client?.destroy();
    server.close();
  });

  it('are checked more often among many connections than among few', () => {
    const seen = [0, 40, 256, 257, 300, 200, 129, 128, 200, 257].map((connections) => {
      late.follow(connections);
      return [connections, intervalOf(server)];
    });
    expect(seen).to.deep.equal([
      [0, SELDOM],
      [40, SELDOM],
      [256, SELDOM],
      [257, OFTEN],
      [300, OFTEN],
      [200, OFTEN],
      [129, OFTEN],
      [128, SELDOM],
      [200, SELDOM],
      [257, OFTEN],
    ]);
  });

  for (const connections of [1, 300]) {
    it(`are refused among ${connections} connections`, async () => {
      late.follow(connections);
      const refused = once(server, 'clientError') as Promise<[NodeJS.ErrnoException, Socket]>;
      client = connect((server.address() as AddressInfo).port).on('error', () => undefined);
      const [error, socket] = await refused;
      socket.destroy();
      expect(error.code).to.equal('ERR_HTTP_REQUEST_TIMEOUT');
    });
  }
});

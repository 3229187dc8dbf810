import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect } from 'chai';
import { afterEach, describe, it } from 'mocha';
import { LateRequests } from '../../../../core/kernel/http/late_requests.ts';
import { eventually } from '../../../support/eventually.ts';

const CROWD = 300;

describe('late requests', () => {
  let server: Server;
  let clients: Socket[];

  afterEach(() => {
    for (const client of clients) client.destroy();
    server.close();
  });

  /** Has so many connect, a few at a time, and say nothing. @returns how many were refused in each turn */
  async function refusals(connections: number): Promise<readonly number[]> {
    const turns: number[] = [];
    let turn: number | undefined;
    server = createServer({ headersTimeout: 200, requestTimeout: 200 });
    const late = new LateRequests(server);
    let open = 0;
    server.on('connection', () => late.follow(++open));
    server.on('clientError', (_error, socket) => {
      socket.destroy();
      late.follow(--open);
      if (turn === undefined) {
        turn = turns.push(0) - 1;
        setImmediate(() => (turn = undefined));
      }
      turns[turn] = (turns[turn] ?? 0) + 1;
    });
    await once(server.listen(0), 'listening');
    const { port } = server.address() as AddressInfo;
    clients = [];
    while (clients.length < connections) {
      const some = Array.from({ length: 20 }, () => connect(port).on('error', () => undefined));
      clients.push(...some);
      await Promise.all(some.map((client) => once(client, 'connect')));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await eventually(async () => expect(turns.reduce((sum, count) => sum + count, 0)).to.equal(connections));
    return turns;
  }

  it('of a crowd are refused in many turns', async () => {
    expect((await refusals(CROWD)).length).to.be.at.least(5);
  });

  it('of few are looked for seldom', async () => {
    expect((await refusals(40)).length).to.be.at.most(2);
  });
});

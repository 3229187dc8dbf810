import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { latenciesAt, load, type Asked } from './load.ts';
import { inTurn } from './measure.ts';

describe('The load', () => {
  let server: Server;
  let answer: (id: string) => object | Promise<object>;
  let asked: Asked;
  let number = 0;

  before((done) => {
    server = createServer((request, response) => {
      void Promise.resolve(answer(request.url?.slice(1) ?? '')).then((row) => {
        response.end(JSON.stringify(row));
      });
    });
    server.listen(0, '127.0.0.1', done);
  });
  beforeEach(() => {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const next = () => {
      const id = String(number++);
      return { path: `/${id}`, isAnswer: (row: { id: string }) => row.id === id };
    };
    asked = { server: { name: 'server', origin, cpu: () => Promise.resolve(0) }, question: { path: '/', next } };
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('fails at the row of another request', async () => {
    answer = (id) => ({ id: String(Number(id) + 1) });
    const failure: unknown = await load(asked, { connections: 4, amount: 100 }).catch((error: unknown) => error);
    expect(String(failure)).to.include('got the answer to another request: {"id":');
  });

  it('adds the CPU of the database to that of the server, by the requests of all rounds', async () => {
    answer = (id) => ({ id });
    const spent = [30_000, 0];
    const database = () => Promise.resolve(() => spent.pop() ?? Number.NaN);
    const [found] = await inTurn([{ ...asked, database }], { connections: 1, rounds: 2, seconds: 0.01 });
    const requests = found?.samples.reduce((sum, one) => sum + one.requests, 0) ?? 0;
    expect(found?.together).to.be.closeTo(30_000 / requests, 1e-6);
    const [unknown] = await inTurn([asked], { connections: 1, rounds: 1, seconds: 0.01 });
    expect(unknown?.together).to.be.NaN;
  });

  it('includes the wait for a slow answer in the latencies of later requests', async () => {
    let answered = 0;
    answer = async (id) => {
      if (answered++ === 20) await sleep(300);
      return { id };
    };
    const latencies = await latenciesAt(asked, { connections: 1, rate: 100, seconds: 0.5 });
    expect(latencies.filter((ms) => ms > 50).length).to.be.greaterThan(10);
  });
});

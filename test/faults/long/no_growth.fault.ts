import { Agent, request, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import { figure } from '../support/figures.ts';
import { MeasuredPlatform, type Holdings } from '../support/measured_platform.ts';
import { PrivatePostgres } from '../support/private_postgres.ts';

const REQUESTS = 20_000;
const AT_ONCE = 20;

interface Sent extends Omit<RequestOptions, 'headers'> {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const json = { 'Content-Type': 'application/json' };
const fine: readonly (readonly [number, Sent])[] = [
  [200, { path: '/api/settings/site' }],
  [200, { path: '/api/articles?limit=5' }],
  [200, { path: '/api/plugins/vip/vip_levels' }],
  [200, { path: '/api/user/isLogin' }],
  [200, { path: '/api/course_sets/1' }],
  [200, { path: '/healthz' }],
];
const wrong: readonly (readonly [number, Sent])[] = [
  [400, { path: '/api/articles?limit=%zz' }],
  [401, { path: '/api/articles/1', headers: { 'X-Auth-Token': 'nobody-has-this-one' } }],
  [401, { path: '/api/articles/1', headers: { 'X-Auth-Token': '' } }],
  [404, { path: '/api/nothing' }],
  [404, { path: '/api/articles/999999' }],
  [405, { path: '/api/articles', method: 'DELETE' }],
  [413, { path: '/api/user/login', method: 'POST', headers: { ...json, 'Content-Length': '2000000' }, body: '{' }],
  [415, { path: '/api/user/login', method: 'POST', headers: { 'Content-Type': 'text/xml' }, body: '<a/>' }],
  [422, { path: '/api/articles?limit=-1' }],
];

describe('Twenty thousand requests, one third of them errors,', () => {
  let postgres: PrivatePostgres;
  let platform: MeasuredPlatform;
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let token: string;
  const seen = new Map<string, number>();

  before(async () => {
    postgres = await PrivatePostgres.start();
    platform = await MeasuredPlatform.start({ demo: true }, { DATABASE_URL: postgres.url });
    const headers = { Authorization: `Basic ${btoa('student:Lectern-2026')}` };
    const made = await fetch(`${platform.url}/api/tokens`, { method: 'POST', headers });
    ({ token } = (await made.json()) as { token: string });
  });
  after(async () => {
    agent.destroy();
    await platform.clear();
    await postgres.clear();
  });

  function send([status, { body, headers, ...options }]: readonly [number, Sent]): Promise<void> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(platform.url);
      const asked = request(
        { hostname, port, agent, ...options, headers: { 'X-Auth-Token': token, ...headers } },
        (answer) => {
          answer.resume().once('end', () => {
            count(String(answer.statusCode));
            if (answer.statusCode === status) resolve();
            else reject(new Error(`${options.method ?? 'GET'} ${options.path} was answered ${answer.statusCode}.`));
          });
        },
      );
      asked.once('error', reject).end(body);
    });
  }

  /** Sends raw bytes. Waits until the connection is closed: with `leaves` by the client, otherwise by the server. */
  function sendRaw(name: string, text: string, leaves: boolean): Promise<void> {
    count(name);
    const { hostname, port } = new URL(platform.url);
    return new Promise((resolve) => {
      const socket = connect(Number(port), hostname);
      socket
        .on('error', () => undefined)
        .once('close', () => resolve())
        .resume();
      socket.write(text, () => leaves && socket.destroy());
    });
  }

  const count = (name: string) => seen.set(name, (seen.get(name) ?? 0) + 1);

  function one(number: number): Promise<void> {
    if (number % 3 !== 0) return send(fine[number % fine.length] as (typeof fine)[0]);
    const kind = (number / 3) % (wrong.length + 3);
    const half =
      'POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"a';
    if (kind === wrong.length) return sendRaw('aborted', half, true);
    if (kind === wrong.length + 1) return sendRaw('aborted', 'GET /api/articles HTTP/1.1\r\nHost: x\r\n\r\n', true);
    if (kind === wrong.length + 2) return sendRaw('broken', 'GET /api/articles HTTP/1.1\r\nHost x\r\n\r\n', false);
    return send(wrong[kind] as (typeof wrong)[0]);
  }

  async function sendAll(requests: number): Promise<void> {
    let next = 0;
    const sendOn = async () => {
      while (next < requests) await one(next++);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sendOn));
  }

  const pool = async () => {
    const [row] = await postgres.query(
      "select count(*) as n from pg_stat_activity where backend_type = 'client backend'",
    );
    return Number((row as { n: string }).n);
  };

  it('leak no memory, handles or database connections', async () => {
    await sendAll(REQUESTS / 4);
    const [first, poolBefore] = [await platform.holdings(), await pool()];
    seen.clear();
    await sendAll(REQUESTS);
    const [last, poolAfter] = [await platform.holdings(), await pool()];
    const grown = (last.heapUsed + last.external - first.heapUsed - first.external) / REQUESTS;
    figure(
      'memory that a request leaves behind',
      `${grown.toFixed(0)} bytes (rss ${((last.rss - first.rss) / 1e6).toFixed(1)} MB)`,
    );
    figure('handles before and after', `${total(first)}, ${total(last)}; pool ${poolBefore}, ${poolAfter}`);
    figure('what was sent', [...seen].map(([name, times]) => `${name}: ${times}`).join(', '));
    // Bounded caches still fill up; a leak in each request would take hundreds of bytes.
    expect(grown).to.be.below(60);
    expect(total(last)).to.be.at.most(total(first) + 3);
    expect(poolAfter).to.be.at.most(poolBefore + 1);
  });
});

function total({ handles }: Holdings): number {
  return Object.values(handles).reduce((sum, count) => sum + count, 0);
}

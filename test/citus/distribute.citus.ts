import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { createKernel, type Kernel } from 'lectern/host';
import { projectRoot } from '../support/platform.ts';
import { CitusCluster } from './citus_cluster.ts';

const PAY_PASSWORD = 'hiswBkbHdujHJGAK';

/** The platform with its demo data on a Citus. Tests depend on each other, in this order. */
describe('A database on a Citus', () => {
  let cluster: CitusCluster;
  let kernel: Kernel | undefined;

  before(async () => {
    cluster = await CitusCluster.make();
    await serve();
    await stop();
  });
  after(async () => {
    await stop();
    await cluster?.drop();
  });

  async function serve(): Promise<void> {
    kernel = await createKernel({
      root: projectRoot,
      env: { NODE_ENV: 'test', LOG_LEVEL: 'error', DATABASE_URL: cluster.url },
      config: { demo: true, modules: { database: { statementTimeoutMs: 30_000 } } },
      logTo: process.stderr,
    });
    await kernel.start();
  }

  async function stop(): Promise<void> {
    await kernel?.stop();
    kernel = undefined;
  }

  const command = (...words: string[]) =>
    spawn(
      process.execPath,
      ['--import=./core/hosting/loader/from_source.mjs', 'core/cli/main.ts', 'database', ...words],
      { cwd: projectRoot, env: { ...process.env, DATABASE_URL: cluster.url } },
    );

  async function finished(child: ChildProcess): Promise<{ out: string; code: unknown }> {
    let out = '';
    child.stdout?.on('data', (text: Buffer) => (out += text.toString()));
    child.stderr?.on('data', (text: Buffer) => (out += text.toString()));
    const [code] = (await once(child, 'close')) as [unknown];
    return { out, code };
  }

  const rows = async (table: string) =>
    (await cluster.query<{ count: string }>(`select count(*) from ${table}`))[0]?.count;

  it('is distributed by a command that goes on after it was killed', async () => {
    const [users, members] = [await rows('users'), await rows('course_members')];
    const killed = command('distribute', '--yes');
    killed.stdout.on('data', (text: Buffer) => {
      if (/distributed courses/.test(text.toString())) killed.kill('SIGKILL');
    });
    await once(killed, 'close');
    const between = await finished(command('status'));
    expect(between.out).to.match(/To distribute; run lectern database distribute:/);
    expect(between.code).to.equal(1);
    const second = await finished(command('distribute', '--yes'));
    expect(second.out).to.not.include('distributed users');
    expect(second.out).to.include('distributed course_members (by user_id)');
    expect(second.code, second.out).to.equal(0);
    expect([await rows('users'), await rows('course_members')]).to.deep.equal([users, members]);
  });

  it('has its foreign keys again, but those from tables that stay', async () => {
    const { out, code } = await finished(command('status'));
    expect(out).to.match(/^vip_members +by user_id +32 /m);
    expect(out).to.match(/no engine checks:\n {2}accounts \(user_id\) to users\n$/);
    expect(code, out).to.equal(0);
    const [{ count } = { count: '' }] = await cluster.query<{ count: string }>(
      `select count(*) from pg_constraint where contype = 'f' and conrelid = 'course_members'::regclass`,
    );
    expect(count).to.equal('2');
  });

  it('serves sign-in, lists, orders, payment with coins, quizzes and articles', async () => {
    await serve();
    const client = new Client(await kernel!.listen());
    const [student, admin] = [await client.signIn('student'), await client.signIn('admin')];
    for (const path of ['/me/tokens', '/me/courses', '/courses', '/articles', '/classrooms', '/me/orders'])
      await client.send(`GET ${path}`, student);
    for (const path of ['/courses/1/members', '/plugins/vip/memberships', '/orders', '/trades', '/user/list'])
      await client.send(`GET ${path}`, admin);
    await client.payByCoins(student);
    const { id } = await client.send('POST /courses/1/quizzes/1/attempts', student, {});
    await client.send(`PATCH /courses/1/quizzes/1/attempts/${id}`, student, { answers: [] });
    const article = { title: 'News', body: '<p>News</p>', status: 'published', tags: ['new'] };
    await client.send('POST /articles', admin, article);
    expect(await kernel!.services.ledger.audit()).to.include({ wrong: null });
  });
});

type Answer = Readonly<Record<string, string>>;

/** Sends requests that have to succeed. */
class Client {
  constructor(private readonly url: string) {}

  async send(request: string, headers: Record<string, string>, body?: object): Promise<Answer> {
    const [method, path] = request.split(' ');
    const sent = { 'content-type': 'application/json', ...headers };
    const answer = await fetch(`${this.url}/api${path}`, {
      method: method!,
      headers: sent,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    expect(answer.status, `${request}: ${text}`).to.be.below(400);
    return JSON.parse(text) as Answer;
  }

  /** @returns headers with a token */
  async signIn(login: string): Promise<Record<string, string>> {
    const authorization = `Basic ${Buffer.from(`${login}:Lectern-2026`).toString('base64')}`;
    const { token = '' } = await this.send('POST /tokens', { authorization });
    return { 'x-auth-token': token };
  }

  /** Orders the first course that coins can pay completely, and pays it. */
  async payByCoins(buyer: Record<string, string>): Promise<void> {
    for (let id = 1; id <= 40; id++) {
      const goods = { targetType: 'course', targetId: String(id) };
      const { fullCoinPayable, coinPayAmount: coinAmount } = await this.send('POST /order_info', buyer, goods);
      if (Number(fullCoinPayable) === 0) continue;
      const { sn: orderSn } = await this.send('POST /orders', buyer, goods);
      const trade = { orderSn, type: 'purchase', gateway: 'Coin', coinAmount, payPassword: PAY_PASSWORD };
      expect(await this.send('POST /trades', buyer, trade)).to.include({ status: 'paid' });
      return;
    }
    throw new Error('Coins can pay no course of the demo data.');
  }
}

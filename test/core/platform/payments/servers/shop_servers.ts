import { expect } from 'chai';
import { PAY_PASSWORD, Shop, type Bought, type Buyer } from '../../orders/shop.ts';
import { ServerProcess } from './server_process.ts';

export interface Answer {
  readonly status: number;
  /** Status and code of a failure, `400/2001`; `200` where nothing went wrong. */
  readonly outcome: string;
  readonly text: string;
  readonly body: Record<string, any>;
}

/** A request of a buyer. */
export interface Asked {
  readonly path: string;
  readonly body?: object;
  readonly method?: 'POST' | 'DELETE' | 'GET';
  readonly key?: string | undefined;
}

/** Rounds of a race. */
export const ROUNDS = Number(process.env['ROUNDS'] ?? 4);
/** Simultaneous requests. */
export const AT_ONCE = 50;
/** Courses 1 to 30 cost this, and coins may pay for all of it. */
export const PRICE = 10_00;
export const COURSES = 30;

const POOL = 12;
const plenty = 1_000_000;

/** Fields of an order that authorise its coins. */
export const authorisation = { coinPayAmount: PRICE / 100, payPassword: PAY_PASSWORD };

/** Configuration of all processes; only the servers deliver. */
function configOf(server: boolean) {
  return {
    demo: true,
    http: { port: 0 },
    modules: {
      database: { poolMax: server ? POOL : 8, acquireTimeoutMs: 60_000 },
      coupons: { wrongCodesPerHour: plenty },
      events: { enabled: server, pollSeconds: 0.2, leaseSeconds: 4, backoffSeconds: 0.2 },
      jobs: { enabled: false },
      payments: { sandbox: true },
      users: { failedPayPasswords: plenty, jwtSecret: 'a key for tests only, thirty-two characters' },
    },
  };
}

/**
 * Server processes on one database, where many buy at once. The process of the test checks the ledger, and reports
 * payments as payment platforms do.
 */
export class ShopServers {
  readonly shop: Shop;
  #servers: ServerProcess[] = [];
  #sent = 0;

  private constructor(shop: Shop) {
    this.shop = shop;
  }

  static async open(count: number): Promise<ShopServers> {
    const servers = new ShopServers(await Shop.open(configOf(false)));
    await servers.#prepare();
    for (let index = 0; index < count; index++) await servers.serve();
    return servers;
  }

  get services() {
    return this.shop.services;
  }

  async close(): Promise<void> {
    for (const server of this.#servers) await server.stop();
    await this.shop.close();
  }

  /** Starts one more server. */
  async serve(): Promise<void> {
    const { url = '' } = this.services.databaseConfig;
    this.#servers.push(await ServerProcess.start(configOf(true), { DATABASE_URL: url }));
  }

  /** Kills all servers. */
  async kill(): Promise<void> {
    const servers = this.#servers;
    this.#servers = [];
    await Promise.all(servers.map((server) => server.kill()));
  }

  /** Sends a request to one of the servers, each in its turn. @throws Error when the server ends meanwhile */
  async ask({ headers }: Pick<Buyer, 'headers'>, { path, body, method = 'POST', key }: Asked): Promise<Answer> {
    const { url } = this.#servers[this.#sent++ % this.#servers.length]!;
    const more = { 'Content-Type': 'application/json', ...(key !== undefined && { 'Idempotency-Key': key }) };
    const content = method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) };
    const answer = await fetch(`${url}/api${path}`, { method, headers: { ...headers, ...more }, ...content });
    const text = await answer.text();
    const parsed = JSON.parse(text) as Answer['body'];
    const code = (parsed['error'] as { code: number } | undefined)?.code;
    return {
      status: answer.status,
      outcome: code ? `${answer.status}/${code}` : `${answer.status}`,
      text,
      body: parsed,
    };
  }

  /** An order, made over HTTP. */
  async order(buyer: Buyer, targetId: number | string, more: object = {}): Promise<Bought> {
    const answer = await this.ask(buyer, { path: '/orders', body: { targetType: 'course', targetId, ...more } });
    expect(answer.outcome, answer.text).to.equal('200');
    return answer.body as Bought;
  }

  /** An order whose coins were authorised, so that the pay center may take them. */
  authorised(buyer: Buyer, targetId: number | string, more: object = {}): Promise<Bought> {
    return this.order(buyer, targetId, { ...authorisation, ...more });
  }

  /** The request that pays an order with coins by POST /trades. */
  byTrade(order: Bought, coinAmount: number = PRICE / 100): Asked {
    return { path: '/trades', body: this.shop.withCoins(order, coinAmount) };
  }

  /** The request that pays an order by POST /pay_center. */
  byPayCenter({ id: orderId }: Bought, payment: 'coin' | 'alipay' = 'coin', targetType = 'course'): Asked {
    return { path: '/pay_center', body: { orderId, targetType, payment } };
  }

  /** Number of matching rows of a table. */
  async count(table: string, where: object): Promise<number> {
    const row = await this.services.database.table(table).where(where).count({ n: '*' }).first();
    return Number((row as { n: string }).n);
  }

  /** Coins or cash of a user in hundredths, from the accounting view. */
  async balance({ id }: Buyer, kind: 'coin' | 'cash'): Promise<number> {
    return this.shop.sum(`select sum(balance) from audit_accounts where user_id = ${id} and kind = '${kind}'`);
  }

  /** Sets one price for the goods. */
  async #prepare(): Promise<void> {
    const { database } = this.services;
    await database.raw('update courses set price = ?, max_rate = 100, is_free = false where id <= ?', [PRICE, COURSES]);
  }
}

/** Number of answers by outcome. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of answers) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/** Expects no outcomes but the allowed ones. */
export function expectOnly(answers: readonly Answer[], allowed: readonly string[]): void {
  const strange = answers.filter(({ outcome }) => !allowed.includes(outcome)).map(({ text }) => text);
  expect(strange, JSON.stringify(tally(answers))).to.deep.equal([]);
}

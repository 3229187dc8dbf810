import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { startPlatform, startSharedPlatform, type Platform } from '../../../support/platform.ts';

/** `123456` as clients send it. */
export const PAY_PASSWORD = 'hiswBkbHdujHJGAK';
/** `000000` as clients send it. */
export const WRONG_PASSWORD = 'dds/iixXkre23mWg';

/** The hash of `123456` that is checked fastest. */
export const quickHash =
  '$argon2id$v=19$m=8,t=1,p=1$HMzSZkAfh69lRzmIj9VwGg$SQYlI/QlEplyRlxIYkwGLypkd751ajpLxhZvFE50KwM';

/** Jobs run when a test calls them; failing deliveries are tried three times, with short pauses. */
const shared = {
  modules: {
    events: { maxAttempts: 3, backoffSeconds: 0.1, pollSeconds: 0.1 },
    jobs: { enabled: false },
    orders: { atOnce: 3 },
  },
};
const slips = fileURLToPath(new URL('../payments/fixtures/slips', import.meta.url));

/** Starts a platform; without a configuration, the one with the gateway "Slips" that tests of orders and payments share. */
export function startShop(config?: object): Promise<Platform> {
  return config ? startPlatform(config) : startSharedPlatform(shared, [slips]);
}

/** A buyer. */
export interface Buyer {
  readonly id: string;
  readonly nickname: string;
  /** Headers that sign the buyer in. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Number and id of an order, as the API shows them. */
export interface Bought {
  readonly id: string;
  readonly sn: string;
}

/** The platform, or an installation with a part of it. */
export type ShopPlatform = Pick<Platform, 'kernel' | 'api' | 'as' | 'stop' | 'logs'>;

type Fields = Readonly<Record<string, unknown>>;

/** Buys over HTTP, and checks the ledger afterwards. */
export class Shop {
  readonly place: ShopPlatform;
  #buyers = 0;

  constructor(place: ShopPlatform) {
    this.place = place;
  }

  static async open(config?: object): Promise<Shop> {
    return new Shop(await startShop(config));
  }

  get services() {
    return this.place.kernel.services;
  }

  close(): Promise<void> {
    return this.place.stop();
  }

  /** A user of the demo data. */
  async known(nickname: string): Promise<Buyer> {
    const user = await this.services.users.byLogin(nickname);
    return { id: user!.id, nickname, headers: await this.place.as(nickname) };
  }

  /** A new user. @param coins in hundredths; the payment password is 123456 */
  async buyer({ coins = 0, payPassword = true }: { coins?: number; payPassword?: boolean } = {}): Promise<Buyer> {
    const { database, ledger, tokens } = this.services;
    const nickname = `buyer${++this.#buyers}`;
    const { rows } = await database.raw<{ id: string }>(
      `insert into users (nickname, roles, uuid, pay_password_hash) values (?, array['ROLE_USER'], ?, ?) returning id`,
      [nickname, nickname, payPassword ? quickHash : null],
    );
    const { id } = rows[0]!;
    const to = { userId: id, kind: 'coin' } as const;
    if (coins > 0) {
      const movements = [{ from: 'coin.issued', to, amount: coins }] as const;
      await database.transaction(() => ledger.post({ reason: 'test' }, movements));
    }
    return { id, nickname, headers: { 'X-Auth-Token': await tokens.issue(id) } };
  }

  post(path: string, body: object, { headers }: Pick<Buyer, 'headers'>) {
    return this.place.api.post(`/api${path}`).set(headers).send(body);
  }

  get(path: string, { headers }: Pick<Buyer, 'headers'>) {
    return this.place.api.get(`/api${path}`).set(headers);
  }

  /** An order for a course, or for the goods in `more`. */
  async order(buyer: Buyer, targetId: number | string, more: Fields = {}): Promise<Bought> {
    const { body } = await this.post('/orders', { targetType: 'course', targetId, ...more }, buyer).expect(200);
    return body;
  }

  /** The body of POST /trades that pays an order with coins. */
  withCoins({ sn: orderSn }: Bought, coinAmount: unknown, more: Fields = {}) {
    return { gateway: 'Coin', type: 'purchase', orderSn, coinAmount, payPassword: PAY_PASSWORD, ...more };
  }

  /** Pays an order with coins. */
  async pay(buyer: Buyer, bought: Bought, coinAmount: unknown): Promise<Fields> {
    const { body } = await this.post('/trades', this.withCoins(bought, coinAmount), buyer).expect(200);
    return body;
  }

  /** An order as the API shows it. */
  async read(buyer: Buyer, { sn }: Bought): Promise<Record<string, any>> {
    return (await this.get(`/orders/${sn}`, buyer).expect(200)).body;
  }

  /** The stored state of an order. */
  async stateOf({ sn }: Pick<Bought, 'sn'>): Promise<string> {
    return (await this.services.orders.get(sn)).status;
  }

  /** Events about an order, in the order in which they were published. */
  async told({ sn }: Pick<Bought, 'sn'>): Promise<{ name: string; payload: Record<string, unknown> }[]> {
    const { rows } = await this.services.database.raw<{ name: string; payload: Record<string, unknown> }>(
      `select name, payload from events where payload->>'orderSn' = ? order by id`,
      [sn],
    );
    return rows;
  }

  /** Coins of a user, in hundredths. */
  async coinsOf({ id }: Pick<Buyer, 'id'>): Promise<number> {
    return (await this.services.ledger.coinAccount(id)).cash;
  }

  /** Runs `work` with other settings, and restores them. */
  async with<T>(section: string, values: Fields, work: () => Promise<T>): Promise<T> {
    const admin = await this.known('admin');
    const patch = (body: Fields) => this.place.api.patch(`/api/settings/${section}`).set(admin.headers).send(body);
    const { body } = await this.get(`/settings/${section}`, admin).expect(200);
    const before = Object.fromEntries(Object.keys(values).map((name) => [name, body[name]]));
    await patch(values).expect(200);
    try {
      return await work();
    } finally {
      await patch(before).expect(200);
    }
  }

  /** Runs `work` with the clock of the platform moved forward. */
  async later<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
    const { clock } = this.services;
    const now = clock.now.bind(clock);
    clock.now = () => new Date(now().getTime() + milliseconds);
    try {
      return await work();
    } finally {
      clock.now = now;
    }
  }

  /** Stops deliveries. @returns a function that resumes them */
  pauseDeliveries(): () => void {
    const { eventDeliveries, eventDispatcher, events } = this.services;
    const [claim, settle] = [eventDeliveries.claim.bind(eventDeliveries), events.settle.bind(events)];
    Object.assign(eventDeliveries, { claim: async () => [] });
    Object.assign(events, { settle: async () => undefined });
    return () => {
      Object.assign(eventDeliveries, { claim });
      Object.assign(events, { settle });
      eventDispatcher.wake();
    };
  }

  /** Runs `work` while a course is not for sale. */
  async without<T>(course: number, work: () => Promise<T>): Promise<T> {
    const row = () => this.services.database.table('courses').where({ id: course });
    await row().update({ status: 'closed' });
    try {
      return await work();
    } finally {
      await row().update({ status: 'published' });
    }
  }

  async sum(sql: string): Promise<number> {
    const { rows } = await this.services.database.raw<{ sum: string | null }>(sql);
    return Number(rows[0]?.sum ?? 0);
  }

  /** Expects a ledger that agrees with itself, and with the held and paid amounts of orders and trades. */
  async expectSound(): Promise<void> {
    expect(await this.services.ledger.audit()).to.have.property('wrong', null);
    const balance = (name: string) =>
      this.sum(
        `select view.balance as sum from audit_accounts as view join accounts on id = account_id where name = '${name}'`,
      );
    const paid = (column: string) =>
      this.sum(
        `select sum(${column}) from orders where status in ('paid', 'success', 'fail', 'finished', 'refunding')`,
      );
    const [held, recharged] = await Promise.all([
      this.sum(`select sum(coins) from trades where status = 'paying'`),
      this.sum(`select sum(cash) from trades where status = 'paid' and type = 'recharge'`),
    ]);
    expect(await balance('coin.held'), 'coins held').to.equal(held);
    expect(await balance('coin.sales'), 'coins earned').to.equal(await paid('paid_coins'));
    expect(await balance('cash.sales'), 'cash earned').to.equal((await paid('paid_cash')) + recharged);
  }
}

/** Status and code of an answer, `400/2005`; `200` where nothing went wrong. */
export function outcome({ status, body }: { status: number; body: { error?: { code: number } } }): string {
  return body.error ? `${status}/${body.error.code}` : String(status);
}

/** Waits until the condition holds. */
export async function until(isDone: () => Promise<boolean>, milliseconds = 30_000): Promise<void> {
  for (const end = Date.now() + milliseconds; !(await isDone());) {
    if (Date.now() > end) throw new Error('What was waited for did not happen.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

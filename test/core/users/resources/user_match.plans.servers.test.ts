import { expect } from 'chai';
import pg from 'pg';
import { after, before, describe, it } from 'mocha';
import type { Platform } from '../../../support/platform.ts';
import { addPeople } from '../people.ts';
import { itKeepsSecrets, secret, signedIn, startUsers } from '../support.ts';

const PEOPLE = 20_000;

/** A statement as it went to the database. */
interface Sent {
  readonly text: string;
  readonly values: unknown[];
}

/** Statements about users that are sent while `work` runs. */
async function sentIn(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const descriptor = Object.getOwnPropertyDescriptor(pg.Client.prototype, 'query')!;
  function query(this: pg.Client, ...args: unknown[]): unknown {
    const [first, values] = args as [string | Sent, unknown[] | undefined];
    sent.push(typeof first === 'string' ? { text: first, values: values ?? [] } : first);
    return Reflect.apply(descriptor.value as typeof query, this, args);
  }
  Object.defineProperty(pg.Client.prototype, 'query', { ...descriptor, value: query });
  try {
    await work();
  } finally {
    Object.defineProperty(pg.Client.prototype, 'query', descriptor);
  }
  return sent.filter(({ text }) => /from "?users\b/.test(text));
}

describe('Searches among many users', () => {
  let platform: Platform;
  let client: pg.Client;

  before(async () => {
    // Without jobs, whose statements would count.
    platform = await startUsers({}, { jobs: { enabled: false } });
    const people = Array.from({ length: PEOPLE }, (_, index) => ({
      nickname: index % 1_000 === 0 ? `zebra ${index}` : `person ${(index * 7_919) % 1_000_003}`,
      truename: `Somebody ${index}`,
    }));
    const ids = await addPeople(platform, people);
    const { database } = platform.kernel.services;
    await database.raw(`insert into departments (name) select 'Department' from generate_series(1, 200)`);
    const members = ids.map((user_id, index) => ({ user_id, department_id: 6 + (index % 200) }));
    await database.transaction(() => database.knex.batchInsert('user_departments', members, 1_000));
    await database.raw('analyze users');
    await database.raw('analyze user_departments');
    client = new pg.Client({ connectionString: platform.kernel.services.databaseConfig.url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await platform.stop();
  });

  /** Plans of the statements about users that a request needs. */
  async function plansOf(path: string, nickname: string): Promise<string[]> {
    const headers = await signedIn(platform, nickname);
    const sent = await sentIn(() => platform.api.get(path).set(headers).expect(200));
    const searches = sent.filter(({ text }) => /search_grams|user_departments|mobile = /.test(text));
    const plans = searches.map(({ text, values }) => client.query(`explain ${text}`, values));
    return (await Promise.all(plans)).map(({ rows }) => rows.map((row) => row['QUERY PLAN']).join('\n'));
  }

  const requests = [
    ['/api/user/match?q=zebra', 'student', 1, /users_search_grams/],
    ['/api/user/list?keyword=zebra', 'planner', 2, /users_search_grams/],
    ['/api/orders?buyer=zebra%200', 'manager', 1, /users_nickname_key/],
    ['/api/user/list?orgIds=10', 'planner', 2, /user_departments_(department_id|pkey)/],
  ] as const;
  for (const [path, nickname, count, index] of requests) {
    it(`read an index for ${path}`, async () => {
      const plans = await plansOf(path, nickname);
      expect(plans).to.have.length(count);
      for (const plan of plans) {
        expect(plan).to.match(index);
        expect(plan).to.not.include('Seq Scan on users');
        expect(plan).to.not.include('Seq Scan on user_departments');
      }
    });
  }

  it('read an index for each kind of login name', async () => {
    const asked = () =>
      platform.api.post('/api/user/login').send({ username: 'Somebody', password: secret('no-password') });
    const sent = (await sentIn(asked)).filter(({ text }) => text.includes('nickname_key'));
    expect(sent).to.have.length(1);
    const { rows } = await client.query(`explain ${sent[0]!.text}`, sent[0]!.values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    for (const index of ['nickname_key', 'nickname_key_key', 'mobile_key', 'email_key'])
      expect(plan).to.match(new RegExp(`Index Scan on users_${index}\\b`));
    expect(plan).not.to.include('Seq Scan');
  });

  it('find the matching users', async () => {
    const headers = await signedIn(platform, 'planner');
    const { body } = await platform.api.get('/api/user/list?keyword=ZEBRA').set(headers).expect(200);
    expect(body.paging.total).to.equal(PEOPLE / 1_000);
  });

  itKeepsSecrets(() => platform.logs);
});

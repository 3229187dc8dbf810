import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { construct } from 'lectern/testing';
import { Exercises } from '../../../../core/exercises/services/exercises.ts';
import { exerciseSorts } from '../../../../core/exercises/services/exercise_list.ts';
import { startPlatform, type Platform } from '../../../support/platform.ts';

const EXERCISES = 8_000;
const DEEP = 6_000;
const MEMBERS = 1_000;
const crowded = '5';
const viewer = { manages: false };

/** A node of a plan, as `explain (format json)` gives it. */
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

describe('Statements on question-bank exercises', function () {
  let platform: Platform;
  let exercises: Exercises;
  let plans: Plan[];

  before(async function () {
    platform = await startPlatform({ modules: { database: { statementTimeoutMs: 60_000 } } });
    await fill();
    const { clock, contributions, users } = platform.kernel.services;
    exercises = construct(Exercises, { clock, contributions, database: explaining(), users });
  });
  after(async () => {
    await platform.stop();
  });

  async function fill(): Promise<void> {
    const { database } = platform.kernel.services;
    await database.raw(`
      insert into item_bank_exercises (title, title_grams, status, question_bank_id, student_num, price, rating,
        recommended_seq, created_at, updated_at)
      select title, array(select distinct substr(lower(title), at, size) from generate_series(1, length(title)) at,
          generate_series(1, 2) size where at + size <= length(title) + 1),
        case when n % 50 = 0 then 'draft' else 'published' end, n, n % 977, n % 4999, (n % 500) / 100.0, n % 701,
        timestamptz '2020-01-01Z' + n * interval '1 hour', timestamptz '2024-01-01Z' + (n % 7919) * interval '1 hour'
      from (select n, 'Exercise ' || left(md5(n::text), 8) as title
        from generate_series(1, ${EXERCISES}) n) as numbered`);
    await database.raw(`
      with people as (
        insert into users (nickname, roles, uuid)
        select 'crowd' || n, '{ROLE_USER}', 'crowd' || n from generate_series(1, ${MEMBERS}) n returning id)
      insert into item_bank_exercise_members (exercise_id, user_id, locked, created_at)
      select exercise, people.id, people.id % 10 = 0, timestamptz '2026-01-01Z' + people.id * interval '1 minute'
      from people cross join unnest(array[${crowded}, 6, 7, 8, 100, 101, 102, 103, 104, 105]) as exercise`);
    await database.raw(`
      insert into item_bank_exercise_modules (exercise_id, seq, title, type)
      select id, 1, 'Chapters', 'chapter' from item_bank_exercises`);
    await database.raw('vacuum analyze');
  }

  /** The database, which records the plan of every statement before it runs. */
  function explaining() {
    const { database } = platform.kernel.services;
    const explain = 'explain (analyze, format json)';
    const keep = (rows: { 'QUERY PLAN': [{ Plan: Plan }] }[]) => void plans.push(rows[0]!['QUERY PLAN'][0].Plan);
    const statement: typeof database.statement = (build) => {
      const real = database.statement<any, any>(build);
      const plan = database.statement<any, any>((q, param) =>
        q.raw(`${explain} ?`, [build(q, param as never) as never]),
      );
      const kept = (method: 'all' | 'first') => async (params: object) => {
        keep(await plan.all(params));
        return real[method](params);
      };
      return { all: kept('all'), first: kept('first') } as never;
    };
    const raw: typeof database.raw = (sql, bindings) => database.raw(sql, bindings);
    const read: typeof database.read = async (query) => {
      keep((await database.raw<any>(`${explain} ?`, [query as never])).rows);
      return database.read(query);
    };
    // In a transaction every list is counted anew.
    return { statement, raw, read, knex: database.knex, inTransaction: true, onChange: () => undefined } as never;
  }

  async function plansOf(work: () => Promise<unknown>): Promise<Plan[]> {
    plans = [];
    await work();
    return plans;
  }

  /** Expects plans without a sequential scan that fetch at most `rows` rows of the table. */
  function expectBounded(found: readonly Plan[], table: string, rows: number): void {
    const nodes = found.flatMap(nodesOf);
    expect(nodes.map((node) => node['Node Type'])).to.not.include('Seq Scan');
    const fetching = nodes.filter(
      (node) => node['Relation Name'] === table && /^(Index Scan|Bitmap Heap Scan)$/.test(node['Node Type']),
    );
    const fetched = fetching.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
    expect(fetched).to.be.at.most(rows);
  }

  const orders = [
    undefined,
    ...exerciseSorts.flatMap((name) => [false, true].map((descending) => [{ name, descending }])),
  ];
  for (const sort of orders) {
    for (const [offset, manages] of [
      [0, false],
      [DEEP, false],
      [DEEP, true],
    ] as const) {
      const name = sort ? `${sort[0]!.descending ? '-' : ''}${sort[0]!.name}` : 'no key';
      it(`read an index for a page from ${offset} on, sorted by ${name}${manages ? ', for managers' : ''}`, async () => {
        const found = await plansOf(() => exercises.list({ manages, sort, offset, limit: 10 }));
        expect(found).to.have.length(2);
        expectBounded(found, 'item_bank_exercises', 10);
        expect(found.flatMap(nodesOf).map((node) => node['Node Type'])).to.not.include('WindowAgg');
      });
    }
  }

  it('read an index for an order by several keys', async () => {
    const sort = [
      { name: 'price', descending: false },
      { name: 'rating', descending: true },
    ] as const;
    const found = await plansOf(() => exercises.list({ sort, offset: 20, limit: 10 }));
    expect(found.flatMap(nodesOf).map((node) => node['Node Type'])).to.not.include('Seq Scan');
  });

  it('read an index for a part of the title', async () => {
    const found = await plansOf(() => exercises.list({ title: 'C4CA4238', offset: 0, limit: 10 }));
    expect(found).to.have.length(2);
    for (const plan of found) {
      expect(nodesOf(plan).map((node) => node['Node Type']))
        .to.include('Bitmap Index Scan')
        .and.not.include('Seq Scan');
    }
  });

  it('read the primary key for one exercise', async () => {
    expectBounded(await plansOf(() => exercises.get('77', viewer)), 'item_bank_exercises', 1);
  });

  for (const offset of [0, 850]) {
    it(`read an index for the members from ${offset} on`, async () => {
      const found = await plansOf(async () => {
        const { data, total } = await exercises.members(crowded, { ...viewer, offset, limit: 20 });
        expect(data).to.have.length(20);
        expect(total).to.equal(903);
      });
      expect(found).to.have.length(3);
      expectBounded(found, 'item_bank_exercise_members', 20);
      expectBounded(found, 'item_bank_exercises', 1);
    });
  }

  it('read an index for the modules', async () => {
    const found = await plansOf(() => exercises.modules(crowded, viewer));
    expect(found).to.have.length(2);
    expectBounded(found, 'item_bank_exercise_modules', 2);
  });
});

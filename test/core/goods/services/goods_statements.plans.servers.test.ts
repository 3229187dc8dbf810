import { gramsOf } from '../../../../core/database/index.ts';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import type pg from 'pg';
import { startPlatform, type Platform } from '../../../support/platform.ts';
import { kinds, sentBy, type Row } from '../../courses/support.ts';

const ROWS = 10_000;
const FIRST = 1_001;
const MEMBERSHIPS = 18_000;
/** Category and level of a few objects. */
const RARE = 99;
const FEW = 'id between 1002 and 1008';
const tables = [
  'courses',
  'course_sets',
  'classrooms',
  'classroom_courses',
  'course_members',
  'classroom_members',
] as const;

/** A step of a plan and all below it. */
function stepsOf(step: Row): Row[] {
  return [step, ...((step['Plans'] ?? []) as Row[]).flatMap(stepsOf)];
}

function indicesOf(plan: readonly Row[]): unknown[] {
  return plan.map((step) => step['Index Name']);
}

function keyOf(sort: string) {
  return { name: sort.replace('-', '') as 'createdTime', descending: sort.startsWith('-') };
}

describe('Statements on 10,000 goods', () => {
  let platform: Platform;
  let admin: { 'X-Auth-Token': string };

  before(async function () {
    platform = await startPlatform();
    admin = await platform.as('admin');
    await fill(platform);
  });
  after(async () => {
    await platform.stop();
  });

  const plansOf = async (work: () => PromiseLike<unknown>): Promise<Row[][]> => {
    const { database } = platform.kernel.services;
    const about = (await sentBy(work)).filter(({ text }) => tables.some((table) => text.includes(table)));
    expect(about).to.not.be.empty;
    // On a connection of its own, because knex would interpret the $1 and ? of the statement.
    const client = database.knex.client as KnexClient;
    const connection = await client.acquireConnection();
    try {
      const plans: Row[][] = [];
      for (const { text, values } of about) {
        const { rows } = await connection.query({ text: `explain (analyze, format json) ${text}`, values });
        plans.push(stepsOf((rows as Row[])[0]!['QUERY PLAN'][0].Plan));
      }
      return plans;
    } finally {
      client.releaseConnection(connection);
    }
  };

  const expectIndices = (plans: readonly Row[][]) => {
    for (const step of plans.flat()) {
      if (!tables.includes(step['Relation Name'])) continue;
      expect(step['Node Type'], `${step['Relation Name']}: ${JSON.stringify(step)}`).to.not.equal('Seq Scan');
    }
  };

  /** Expects an index-only scan of one of the indices. */
  const expectOneOf = (plans: readonly Row[][], indices: readonly string[]) => {
    const read = plans.flat().filter((step) => step['Node Type'] === 'Index Only Scan');
    expect(read.map((step) => step['Index Name'] as string).some((name) => indices.includes(name))).to.equal(true);
  };

  const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    platform.api.get(path).set(headers).expect(200);

  for (const { path, table, sorts, columns } of kinds) {
    for (const name of sorts) {
      for (const sort of [name, `-${name}`]) {
        const own = `${table}_order_${columns[name]}`;

        it(`of ${path}?sort=${sort} read an index, and only the rows of the page`, async () => {
          for (const [query, ...others] of [
            [`sort=${sort}`],
            [`sort=${sort}&offset=7500`],
            [`sort=${sort}&categoryId=2&offset=1000`, `${table}_category_id`],
          ]) {
            const plans = await plansOf(() => ask(`${path}?${query}`));
            expectIndices(plans);
            expectOneOf(plans, [own, ...others]);
            const page = plans.flat().find((step) => step['Index Name'] === `${table}_pkey`)!;
            expect(page['Actual Rows']).to.equal(10);
          }
        });

        it(`of ${path}?sort=${sort} for every status merge its indices`, async () => {
          const plans = await plansOf(() => ask(`${path}?sort=${sort}&offset=100`, admin));
          expectIndices(plans);
          expectOneOf(plans, [own]);
          expect(plans.flat().map((step) => step['Node Type'])).to.include('Merge Append');
        });
      }
    }

    for (const query of [
      '',
      'offset=25000',
      'title=Lesson 9345',
      'title=3456&sort=studentNum',
      'categoryId=2',
      'categoryId=2&sort=-studentNum,updatedTime',
      'categoryId=123456',
    ]) {
      it(`of ${path}?${query} read no table as a whole`, async () => {
        for (const headers of [{}, admin]) expectIndices(await plansOf(() => ask(`${path}?${query}`, headers)));
      });
    }
  }

  for (const query of ['type=live', 'type=live&sort=-rating&offset=2000', 'sort=price,-createdTime']) {
    it(`of /api/courses?${query} read no table as a whole`, async () => {
      expectIndices(await plansOf(() => ask(`/api/courses?${query}`)));
    });
  }

  it('for goods of memberships read no table as a whole', async () => {
    const { courses, courseSets, classrooms } = platform.kernel.services;
    const page = { status: 'published', offset: 0, limit: 10 } as const;
    const sort = [{ name: 'studentNum', descending: true }] as const;
    for (const levels of [[1], [1, 2, 3]]) {
      for (const query of [page, { ...page, offset: 1_000 }, { ...page, sort }, { ...page, sort, offset: 1_000 }]) {
        const ofLevels = { ...query, where: (q: any) => q.whereIn('vip_level_id', levels) };
        expectIndices(await plansOf(() => courses.list(ofLevels)));
        expectIndices(await plansOf(() => classrooms.list(ofLevels)));
        const overlaps = (q: any) => q.whereRaw('vip_level_ids && ?::bigint[]', [levels]);
        expectIndices(await plansOf(() => courseSets.list({ ...query, where: overlaps })));
      }
    }
  });

  for (const sort of ['createdTime', '-studentNum']) {
    it(`for a rare category or level read its index, sort=${sort}`, async () => {
      const { courses, courseSets, classrooms } = platform.kernel.services;
      for (const { path, table } of kinds) {
        const plans = await plansOf(() => ask(`${path}?categoryId=${RARE}&sort=${sort}`));
        for (const plan of plans)
          expect(
            indicesOf(plan).some((name) => String(name).startsWith(`${table}_category_`)),
            path,
          ).to.equal(true);
      }
      const page = { status: 'published', offset: 0, limit: 10, sort: [keyOf(sort)] } as const;
      const ofLevel = { ...page, where: (q: any) => q.where('vip_level_id', RARE) };
      const overlaps = { ...page, where: (q: any) => q.whereRaw('vip_level_ids && ?::bigint[]', [[RARE]]) };
      for (const [index, list] of [
        ['courses_vip_level_id', () => courses.list(ofLevel)],
        ['classrooms_vip_level_id', () => classrooms.list(ofLevel)],
        ['course_sets_vip_level_ids', () => courseSets.list(overlaps)],
      ] as const) {
        for (const plan of await plansOf(list)) expect(indicesOf(plan)).to.include(index);
      }
    });
  }

  for (const kind of ['course', 'classroom']) {
    it(`for members of a ${kind} read their index, and only the rows of the page`, async () => {
      const student = await platform.as('student');
      const plans = await plansOf(() => ask(`/api/${kind}s/1002/members?offset=20`, student));
      expectIndices(plans);
      expectOneOf(plans, [`${kind}_members_newest`]);
      const page = plans.flat().find((step) => step['Index Name'] === `${kind}_members_pkey`)!;
      expect(page['Actual Rows']).to.equal(10);
    });
  }

  it('for one object read no table as a whole', async () => {
    for (const { path } of kinds) expectIndices(await plansOf(() => ask(`${path}/1002`)));
  });

  it('read the teachers of a page at once', async () => {
    const sent = await sentBy(() => ask('/api/courses?limit=100'));
    expect(sent.filter(({ text }) => /\bfrom users\b/.test(text))).to.have.length(1);
  });
});

/** Methods of the knex client. */
interface KnexClient {
  acquireConnection(): Promise<pg.Client>;
  releaseConnection(connection: pg.Client): void;
}

async function fill({ kernel }: Platform): Promise<void> {
  const { database } = kernel.services;
  const insert = (table: string, columns: string, values: string) =>
    database.raw(
      `insert into ${table} (id, title, search_grams, status, category_id, student_num, recommended_seq, created_at,
         updated_at, ${columns})
       select n, title, grams, case when n % 10 = 0 then 'draft' when n % 10 = 1 then 'closed' else 'published' end,
         n % 7, (n * 7919) % 1000, (n * 31) % 500, timestamptz '2025-01-01' + (n * 7 % 20011) * interval '1 minute',
         timestamptz '2025-01-01' + (n * 11 % 20011) * interval '1 minute', ${values}
       from jsonb_to_recordset(?::jsonb) as given (n bigint, title text, grams text[])`,
      [JSON.stringify(titles)],
    );
  const popular = `(n * 13) % 50000, (n % 500) / 100.0, case when n % 3 = 0 then now() - n * interval '1 hour' end`;
  const level = 'case when n % 20 < 3 then n % 20 + 1 else 0 end';
  await insert(
    'course_sets',
    'hit_num, rating, recommended_at, type, vip_level_ids',
    `${popular}, 'live', array[${level}]`,
  );
  await insert(
    'courses',
    'hit_num, rating, recommended_at, type, course_set_id, price, vip_level_id',
    `${popular}, case when n % 3 = 0 then 'live' else 'normal' end, n, (n * 17) % 10000, ${level}`,
  );
  await insert('classrooms', 'price, vip_level_id', `(n * 17) % 10000, ${level}`);
  await database.raw(
    'insert into classroom_courses (classroom_id, course_id) select id, id from classrooms where id > 1000',
  );
  for (const parent of ['course', 'classroom']) {
    await database.raw(
      `insert into ${parent}_members (${parent}_id, user_id, created_at)
       select ${FIRST} + n / 60, 1 + n % 60, timestamptz '2025-01-01' + n * interval '1 minute'
       from generate_series(0, ${MEMBERSHIPS - 1}) n`,
    );
  }
  await database.raw(`update course_sets set category_id = ${RARE}, vip_level_ids = array[${RARE}] where ${FEW}`);
  for (const table of ['courses', 'classrooms']) {
    await database.raw(`update ${table} set category_id = ${RARE}, vip_level_id = ${RARE} where ${FEW}`);
  }
  for (const table of tables) await database.raw(`vacuum analyze ${table}`);
}

const titles = Array.from({ length: ROWS }, (_, index) => {
  const title = `Lesson ${FIRST + index}`;
  return { n: FIRST + index, title, grams: gramsOf(title) };
});

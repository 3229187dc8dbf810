import { expect } from 'chai';
import pg from 'pg';
import { after, before, describe, it } from 'mocha';
import { sentBy } from '../core/courses/support.ts';
import { Contract, type Tree } from '../core/hosting/inspect/openapi/contract.ts';
import { startPlatform, type Platform } from '../support/platform.ts';

const SCALE = 100_000;
/** Smaller tables may be read as a whole. */
const MANY_ROWS = 5_000;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly enum?: readonly string[]; readonly pattern?: string };
}

interface List {
  readonly path: string;
  readonly parameters: readonly Parameter[];
}

/** A node of a plan, as `explain (format json)` gives it. */
interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** All lists of all modules: operations with pages, or with an array as their answer. */
function listsIn(document: Tree): List[] {
  const reads = new Contract(document).operations.filter(({ method }) => method === 'GET');
  return reads.flatMap(({ path, tree: get }) => {
    const parameters = (get['parameters'] ?? []).filter((one: Parameter) => one.in === 'query');
    const schema = get['responses']['200'].content?.['application/json']?.schema;
    const isList = schema?.type === 'array' || parameters.some(({ name }: Parameter) => name === 'limit');
    return isList ? [{ path: path.replaceAll(/\{\w+\}/g, '1'), parameters }] : [];
  });
}

/** Orders of a list, from its own documentation: single ones, and one by several names. */
function sortsOf({ parameters }: List): string[] {
  const schema = parameters.find(({ name }) => name === 'sort')?.schema;
  if (schema?.enum) return [...schema.enum];
  const names = /\?:([\w|]+)\)/.exec(schema?.pattern ?? '')?.[1]?.split('|') ?? [];
  const several = names.length > 1 ? [`-${names[1]},${names[0]}`] : [];
  return [...names.flatMap((name) => [name, `-${name}`]), ...several];
}

/** Conditions that match many, few or no rows. */
const conditions: Readonly<Record<string, readonly string[]>> = {
  categoryId: ['categoryId=1', 'categoryId=777'],
  levelId: ['levelId=1', 'levelId=3'],
  type: ['type=normal', 'type=live'],
  title: ['title=-12345', 'title=nowhere'],
  keyword: ['keyword=nobody'],
};

function queriesOf(list: List): string[] {
  const has = (name: string) => list.parameters.some((one) => one.name === name);
  const narrowed = [
    '',
    ...Object.keys(conditions)
      .filter(has)
      .flatMap((name) => conditions[name] ?? []),
  ];
  const sorted = ['', ...sortsOf(list).map((sort) => `sort=${sort}`)];
  const deep = has('offset') ? ['', 'offset=15000', 'offset=90000'] : [''];
  const placed = has('after') ? [...deep, 'after='] : deep;
  const all = narrowed.flatMap((one) => sorted.flatMap((sort) => placed.map((offset) => [one, sort, offset])));
  return all.map((parts) => parts.filter((part) => part !== '').join('&'));
}

describe(`Lists with ${SCALE} articles and related rows`, function () {
  this.timeout(300_000);
  let platform: Platform;
  let client: pg.Client;
  let large: readonly string[];
  let lists: readonly List[];

  before(async () => {
    platform = await startPlatform({ modules: { database: { statementTimeoutMs: 120_000 } } });
    const { contributions, database, databaseConfig } = platform.kernel.services;
    for (const seeder of contributions.of('seeders')) await seeder.seed(SCALE);
    await database.raw('vacuum analyze');
    const sized = await database.raw<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and reltuples >= ${MANY_ROWS}`,
    );
    large = sized.rows.map(({ name }) => name);
    client = new pg.Client({ connectionString: databaseConfig.url });
    await client.connect();
    lists = listsIn((await platform.api.get('/api/openapi.json').expect(200)).body);
  });
  after(async () => {
    await client.end();
    await platform.stop();
  });

  it('include lists of large tables', () => {
    expect(large).to.include.members(['articles', 'courses', 'course_sets', 'item_bank_exercise_members']);
    const paths = ['/api/articles', '/api/courses', '/api/course_sets', '/api/item_bank_exercises/1/members'];
    expect(lists.map(({ path }) => path)).to.include.members(paths);
  });

  for (const who of ['student', 'admin']) {
    it(`scan no large table for any query of a ${who}`, async () => {
      const headers = await platform.as(who);
      for (const list of lists) {
        for (const query of queriesOf(list)) {
          const address = `${list.path}?${query}`;
          const sent = await sentBy(() => platform.api.get(address).set(headers));
          for (const { text, values } of sent) await expectNoScan(address, text, values);
        }
      }
    });
  }

  async function expectNoScan(address: string, text: string, values: unknown[]): Promise<void> {
    if (!/^\s*(select|with)\b/i.test(text)) return;
    const { rows } = await client.query(`explain (format json) ${text}`, values);
    const scanned = nodesOf(rows[0]['QUERY PLAN'][0].Plan)
      .filter((node) => node['Node Type'] === 'Seq Scan' && large.includes(node['Relation Name'] ?? ''))
      .map((node) => node['Relation Name']);
    expect(scanned, `${address} needs ${text}`).to.deep.equal([]);
  }
});

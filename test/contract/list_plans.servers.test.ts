import { expect } from 'chai';
import pg from 'pg';
import { after, before, describe, it } from 'mocha';
import { sentBy, type Sent } from '../core/courses/support.ts';
import { Contract, type Tree } from '../core/hosting/inspect/openapi/contract.ts';
import { startOwnPlatform, type Platform } from '../support/platform.ts';

const SCALE = 50_000;
/** Smaller tables may be read as a whole. */
const MANY_ROWS = 2_500;
/** Tables that the seeders make large. */
const filled = ['articles', 'courses', 'course_sets', 'item_bank_exercise_members'];
const namesFilled = new RegExp(`\\b(${filled.join('|')})\\b`);

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
  const deep = has('offset') ? ['', `offset=${0.9 * SCALE}`] : [''];
  const placed = has('after') ? [...deep, 'after='] : deep;
  const all = narrowed.flatMap((one) => sorted.flatMap((sort) => placed.map((offset) => [one, sort, offset])));
  return all.map((parts) => parts.filter((part) => part !== '').join('&'));
}

/** A statement that a list sent for the query in `address`. */
type Listed = Pick<Sent, 'text' | 'values'> & { readonly address: string };

describe(`Lists with ${SCALE} articles and related rows`, function () {
  this.timeout(300_000);
  let platform: Platform;
  let client: pg.Client;
  let large: readonly string[];
  let lists: readonly List[];
  let sent: readonly Listed[];

  before(async () => {
    platform = await startOwnPlatform({ modules: { database: { statementTimeoutMs: 120_000 } } });
    const { contributions, database, databaseConfig } = platform.kernel.services;
    lists = listsIn((await platform.api.get('/api/openapi.json').expect(200)).body);
    // Few rows answer fast, and the statements do not depend on the number of rows.
    sent = await statementsOf(['student', 'admin']);
    for (const seeder of contributions.of('seeders')) await seeder.seed(SCALE);
    await database.raw('vacuum analyze');
    const sized = await database.raw<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and reltuples >= ${MANY_ROWS}`,
    );
    large = sized.rows.map(({ name }) => name);
    client = new pg.Client({ connectionString: databaseConfig.url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await platform.stop();
  });

  it('include lists of large tables', () => {
    expect(large.filter((table) => !table.startsWith('pg_'))).to.have.members(filled);
    const read = large.filter((table) => sent.some(({ text }) => new RegExp(`from "?${table}\\b`).test(text)));
    expect(read).to.include.members(filled);
    const paths = ['/api/articles', '/api/courses', '/api/course_sets', '/api/item_bank_exercises/1/members'];
    expect(lists.map(({ path }) => path)).to.include.members(paths);
  });

  it('scan no large table for any query of a student or an administrator', async () => {
    for (const one of sent) await expectNoScan(one);
  });

  /** Sends queries of all lists, and returns each statement with its values once. */
  async function statementsOf(callers: readonly string[]): Promise<Listed[]> {
    const found: Listed[] = [];
    for (const caller of callers) {
      const headers = await platform.as(caller);
      for (const list of lists) found.push(...(await statementsOfList(list, headers)));
    }
    return [...new Map(found.map((one) => [JSON.stringify([one.text, one.values]), one])).values()];
  }

  /** Combines the parameters of a list only if a single parameter makes it read a large table. */
  async function statementsOfList(list: List, headers: Record<string, string>): Promise<Listed[]> {
    const send = async (query: string): Promise<Listed[]> => {
      const address = `${list.path}?${query}`;
      const statements = await sentBy(() => platform.api.get(address).set(headers));
      return statements.map(({ text, values }) => ({ address, text, values }));
    };
    const all = queriesOf(list);
    const found: Listed[] = [];
    for (const query of all.filter((one) => !one.includes('&'))) found.push(...(await send(query)));
    if (!found.some(({ text }) => namesFilled.test(text))) return found;
    for (const query of all.filter((one) => one.includes('&'))) found.push(...(await send(query)));
    return found;
  }

  async function expectNoScan({ address, text, values }: Listed): Promise<void> {
    if (!/^\s*(select|with)\b/i.test(text)) return;
    const { rows } = await client.query(`explain (format json) ${text}`, values);
    const scanned = nodesOf(rows[0]['QUERY PLAN'][0].Plan)
      .filter((node) => node['Node Type'] === 'Seq Scan' && large.includes(node['Relation Name'] ?? ''))
      .map((node) => node['Relation Name']);
    expect(scanned, `${address} needs ${text}`).to.deep.equal([]);
  }
});

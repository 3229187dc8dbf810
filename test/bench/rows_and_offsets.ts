import { lecternOn } from './frameworks.ts';
import type { Question } from './load.ts';
import { CROWD, inTurn, type Effort, type Figures } from './measure.ts';
import type { TestDatabase } from '../support/test_database.ts';
import { placeOnServer } from './place_on_server.ts';
import { startServer, type Server } from './server_process.ts';
import { settled, warmUp } from './warm_up.ts';
import { prepareWorkloads, type WorkloadKey } from './workloads.ts';

const SCALES = [1_000, 10_000, 100_000];
const OFFSETS = [0, 1_000, 50_000];
/** Rows of a page, for the search of a cursor. */
const STEP = 100;
const CROWDS = [1, 8, CROWD, 512];
const WARMTH = { requests: 20_000, seconds: 12 };

/** Cost of requests by number of rows, offset, cursor and number of connections. */
export interface DatabaseCurves {
  readonly pagesByRows: readonly Figures[];
  readonly rowsByRows: readonly Figures[];
  readonly byOffset: readonly Figures[];
  readonly byCursor: readonly Figures[];
  readonly byConnections: readonly Figures[];
}

/** The platform on a database with a number of articles. */
interface Filled {
  readonly articles: number;
  readonly server: Server;
  readonly page: Question;
  readonly one: Question;
}

/** Measures the curves. @returns undefined without a PostgreSQL server in the environment */
export async function byRowsAndOffsets(effort: Effort): Promise<DatabaseCurves | undefined> {
  const places: TestDatabase[] = [];
  const filled: Filled[] = [];
  try {
    for (const articles of SCALES) {
      const place = await placeOnServer('Rows');
      if (!place) return undefined;
      places.push(place);
      filled.push(await fill(place, articles));
    }
    return await measureFilled(filled, effort);
  } finally {
    for (const { server } of filled) server.stop();
    for (const place of places) await place.clear();
  }
}

async function fill(place: TestDatabase, articles: number): Promise<Filled> {
  const { workloads } = await prepareWorkloads(place, articles);
  const find = (key: WorkloadKey) => workloads.find((one) => one.key === key) as Question;
  const [page, one] = [find('page'), find('article')];
  const server = await startServer(lecternOn(place));
  await settled(server);
  await warmUp(server, [page, one], WARMTH);
  return { articles, server, page, one };
}

async function measureFilled(filled: readonly Filled[], effort: Effort): Promise<DatabaseCurves> {
  const crowd = { ...effort, connections: CROWD };
  const last = filled.at(-1) as Filled;
  const asked = (which: 'page' | 'one') =>
    filled.map((one) => ({ server: named(one.server, `${one.articles} articles`), question: one[which] }));
  const deeper = OFFSETS.map((offset) => ({
    server: named(last.server, `offset ${offset} of ${last.articles}`),
    question: { ...last.page, next: () => ({ ...last.page.next?.(), path: `${last.page.path}?offset=${offset}` }) },
  }));
  const cursors = await cursorsOf(last, OFFSETS);
  const further = cursors.map(({ rows, cursor }) => ({
    server: named(last.server, rows === 0 ? 'first page, without total' : `after row ${rows} of ${last.articles}`),
    question: pageAfter(last.page, cursor),
  }));
  const byConnections: Figures[] = [];
  for (const connections of CROWDS) {
    const server = named(last.server, `${connections} at once`);
    byConnections.push(...(await inTurn([{ server, question: last.one }], { ...effort, connections })));
  }
  return {
    pagesByRows: await inTurn(asked('page'), crowd),
    rowsByRows: await inTurn(asked('one'), crowd),
    byOffset: await inTurn(deeper, crowd),
    byCursor: await inTurn([...deeper.slice(0, 1), ...further], crowd),
    byConnections,
  };
}

/** Returns the request for the ten articles after a cursor. */
function pageAfter(page: Question, cursor: string): Question {
  const path = `${page.path}?after=${cursor}`;
  const isAnswer = ({ data }: { readonly data: readonly unknown[] }) => data.length === 10;
  return { ...page, path, next: () => ({ ...page.next?.(), path, isAnswer }) };
}

/** Returns the cursors after the given numbers of rows, found page by page, as by clients. */
async function cursorsOf({ server: { origin }, page }: Filled, offsets: readonly number[]) {
  const found: { rows: number; cursor: string }[] = [];
  const headers = page.next?.().headers ?? {};
  for (let rows = 0, cursor = ''; ; rows += STEP) {
    if (offsets.includes(rows)) found.push({ rows, cursor });
    if (found.length === offsets.length) return found;
    const answer = await fetch(`${origin}${page.path}?after=${cursor}&limit=${STEP}`, { headers });
    cursor = answer.headers.get('X-Next-Cursor') ?? '';
    await answer.text();
    if (cursor === '') throw new Error(`The list of articles ends after ${rows + STEP} rows, status ${answer.status}.`);
  }
}

function named(server: Server, name: string): Server {
  return { ...server, name };
}

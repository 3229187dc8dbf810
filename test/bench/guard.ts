/**
 * `npm run bench:guard`: compares the cost of requests with a bare server and with the bounds, in half a minute. Exits
 * with 1 and prints the fix when a request exceeds its bound. Reads rows, too, with a PostgreSQL server in
 * TEST_DATABASE_URL.
 */
import { best, boundOf, complaint, isWithin, type Ratios } from './bounds.ts';
import { bareOn, lecternOn } from './frameworks.ts';
import { sample, type Question } from './load.ts';
import { CROWD } from './measure.ts';
import { mustBeRecorded } from './measured_articles.ts';
import { commitInMemory, placeOnServer } from './place_on_server.ts';
import { startServer, type Program, type Server } from './server_process.ts';
import { settled, warmUp } from './warm_up.ts';
import { prepareWorkloads, type WorkloadKey } from './workloads.ts';

const ROUNDS = 5;
const SECONDS = 0.1;
const WARMTH = { requests: 20_000, seconds: 4 };
const ARTICLES = 2_000;
const guarded: readonly WorkloadKey[] = ['level', 'article', 'page', 'category', 'insert', 'insert_filed'];
const thing = '/api/plugins/bench/kind0/things/7';

/** The same question to both servers, whose paths may differ. */
interface Pair {
  readonly workload: string;
  readonly bare: Question;
  readonly ours: Question;
}

const small: readonly Pair[] = [
  { workload: 'small static answer', bare: { path: '/?q=small&size=3' }, ours: { path: `${thing}?q=small&size=3` } },
  { workload: '404', bare: { path: '/nothing', status: 404 }, ours: { path: '/api/nothing', status: 404 } },
  { workload: '422', bare: { path: '/?size=x', status: 422 }, ours: { path: `${thing}?size=x`, status: 422 } },
];

const env = { NODE_ENV: 'production', LOG_LEVEL: 'info' };
const failed = [...(await guardSmall()), ...(await guardRows())];
for (const one of failed) console.error(complaint(one));
process.exit(failed.length > 0 ? 1 : 0);

async function guardSmall(): Promise<Ratios[]> {
  const bare = { name: 'bare', file: 'bare_server.ts', args: [], env };
  return guard([bare, { name: 'Lectern', file: 'lectern_server.ts', args: ['1'], env }], small);
}

async function guardRows(): Promise<Ratios[]> {
  const place = await placeOnServer('Rows');
  if (!place) return [];
  try {
    // A slow disk would leave too few requests to warm the servers up.
    await commitInMemory(place);
    const { workloads, statements } = await prepareWorkloads(place, ARTICLES);
    const [bare] = bareOn(place, statements) as unknown as [Program];
    const pairs = workloads
      .filter(({ key }) => guarded.includes(key))
      .map((one) => ({ workload: one.key, bare: one, ours: one }));
    const failed = await guard([bare, lecternOn(place)], pairs);
    await mustBeRecorded(place);
    return failed;
  } finally {
    await place.clear();
  }
}

/** Measures all workloads. @returns the workloads that exceed their bounds in two attempts */
async function guard(programs: readonly [Program, Program], pairs: readonly Pair[]): Promise<Ratios[]> {
  const [bare, ours] = await Promise.all([startServer(programs[0]), startServer(programs[1])]);
  try {
    await Promise.all([prepare(bare, questionsTo('bare', pairs)), prepare(ours, questionsTo('ours', pairs))]);
    const beyond: Ratios[] = [];
    for (const pair of pairs) {
      const first = await ratiosOf(pair, bare, ours);
      const last = isWithin(first) ? first : await ratiosOf(pair, bare, ours);
      if (!isWithin(last)) beyond.push(last);
    }
    return beyond;
  } finally {
    bare.stop();
    ours.stop();
  }
}

function questionsTo(whom: 'bare' | 'ours', pairs: readonly Pair[]): Question[] {
  return pairs.map((pair) => pair[whom]);
}

async function prepare(server: Server, questions: readonly Question[]): Promise<void> {
  await settled(server);
  await warmUp(server, questions, WARMTH);
}

async function ratiosOf(pair: Pair, bare: Server, ours: Server): Promise<Ratios> {
  const ratios: number[] = [];
  const [first, second] = [
    { server: bare, question: pair.bare },
    { server: ours, question: pair.ours },
  ];
  const measured = { workload: pair.workload, ratios };
  // The best round counts, so that further rounds cannot change the result of a workload within its bound.
  for (let round = 0; round < ROUNDS && !isWithin(measured); round++) {
    const { cpu } = await sample(first, CROWD, SECONDS);
    ratios.push((await sample(second, CROWD, SECONDS)).cpu / cpu);
  }
  const all = ratios.map((ratio) => ratio.toFixed(2)).join(', ');
  console.log(`${pair.workload}: ${best(measured).toFixed(2)} of ${all} (at most ${boundOf(pair.workload).bound})`);
  return measured;
}

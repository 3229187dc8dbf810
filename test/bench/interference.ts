import { rmSync } from 'node:fs';
import { manifest } from '../support/installation.ts';
import type { TestDatabase } from '../support/test_database.ts';
import { latencyOf, type Latency } from './compare_platforms.ts';
import { copyInstallation } from './copied_installation.ts';
import { lecternOn } from './frameworks.ts';
import { latenciesAt, load, type Question } from './load.ts';
import { CROWD, type Effort } from './measure.ts';
import { pinDatabase } from './pinning.ts';
import { placeOnServer } from './place_on_server.ts';
import { latency } from './results.ts';
import { startServer, type Program } from './server_process.ts';
import { addGuests, GUESTS, signIns } from './sign_ins.ts';
import { settled, warmUp } from './warm_up.ts';
import { prepareWorkloads, type WorkloadKey } from './workloads.ts';

const RATE = 500;
// Factor for the duration of a measurement, because the hits of articles are stored every two seconds.
const LONGER = 4;
const SIGNING_IN = 8;
const WARMTH = { requests: 20_000, seconds: 6 };

/** Latencies of reads, and the number of concurrent logins. */
export interface Reads {
  readonly name: string;
  readonly latency: Latency;
  readonly signInsPerSecond: number;
}

/** Reads to measure, and the concurrent work. */
interface Plan {
  readonly name: string;
  readonly reads: Question;
  readonly beside?: Question;
}

/** Measures reads while hits are stored, and while users sign in. @returns an empty list without a PostgreSQL server */
export async function benchInterference({ seconds }: Effort): Promise<readonly Reads[]> {
  const place = await placeOnServer('Interference');
  if (!place) return [];
  const root = installationWithoutHits();
  try {
    const { workloads } = await prepareWorkloads(place);
    await addGuests(place);
    const find = (key: WorkloadKey) => workloads.find((one) => one.key === key) as Question;
    const [article, level] = [find('article'), find('level')];
    const [ours, length] = [lecternOn(place), seconds * LONGER];
    const withoutHits = [{ name: 'articles, hits not counted', reads: article }];
    const withHits = [
      { name: 'articles, hits written every 2 s', reads: article },
      { name: 'levels, no logins', reads: level },
      { name: `levels, ${SIGNING_IN} sign in, each another user`, reads: level, beside: signIns(GUESTS) },
      { name: `levels, ${SIGNING_IN} sign in, remembered`, reads: level, beside: signIns(SIGNING_IN) },
    ];
    const all = [
      ...(await readOn({ ...ours, args: [root] }, withoutHits, { place, length })),
      ...(await readOn(ours, withHits, { place, length })),
    ];
    print(all);
    return all;
  } finally {
    rmSync(root, { recursive: true });
    await place.clear();
  }
}

async function readOn(
  program: Program,
  plans: readonly Plan[],
  { place, length }: { readonly place: TestDatabase; readonly length: number },
): Promise<Reads[]> {
  const server = await startServer(program);
  try {
    await settled(server);
    await warmUp(server, [...plans.map(({ reads }) => reads), signIns(SIGNING_IN)], WARMTH);
    await pinDatabase(place);
    const all: Reads[] = [];
    for (const { name, reads, beside } of plans) {
      const others = beside && load({ server, question: beside }, { connections: SIGNING_IN, duration: length });
      const latencies = await latenciesAt(
        { server, question: reads },
        { connections: CROWD, rate: RATE, seconds: length },
      );
      all.push({ name, latency: latencyOf(latencies), signInsPerSecond: ((await others) ?? 0) / length });
    }
    return all;
  } finally {
    server.stop();
  }
}

/** Returns the folder of an installation like this one that does not count the hits of articles. */
function installationWithoutHits(): string {
  const service = '{ resolve: () => ({ count() {}, flush() {}, stop() {} }) }';
  return copyInstallation(
    {
      'custom/module.json': manifest('custom', { requires: { articles: '^0.1.0' } }),
      'custom/services.mjs': `export default { articleHits: ${service} };`,
    },
    ['vip', 'quiz'],
  );
}

function print(all: readonly Reads[]): void {
  console.log(`Milliseconds of reads, ${RATE} a second: p50 / p99 / p99.9`);
  const rows = all.map((one) => [
    one.name,
    { ms: latency(one.latency), 'sign-ins/s': one.signInsPerSecond.toFixed(0) },
  ]);
  console.table(Object.fromEntries(rows));
}

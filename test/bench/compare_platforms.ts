import { contenders, installPeers, type Contender } from './frameworks.ts';
import { logProgress } from './log_progress.ts';
import type { Question } from './load.ts';
import { CROWD, inTurn, type Effort, type Figures } from './measure.ts';
import type { Place } from '../support/place.ts';
import { placeOnServer, quiet } from './place_on_server.ts';
import { startServer, type Server } from './server_process.ts';
import { settled, warmUp } from './warm_up.ts';
import { prepareWorkloads, type Prepared, type Workload } from './workloads.ts';

// That many take a while to connect.
const BIG = 512;
const CROWDS = [1, 8, CROWD, BIG];
const LONGER = 2;
// Of what shows how something grows; the deciding figures have more.
const FEW = 7;
// Fewer rounds than that are a rough run.
const ENOUGH = 5;

/** The figures of one workload, the bare server's first and Lectern's last. */
export interface Compared {
  readonly workload: Workload;
  readonly figures: readonly Figures[];
}

/** The figures of the bare server and of Lectern with so many connections. */
export interface Crowded {
  readonly connections: number;
  readonly figures: readonly Figures[];
}

/** The platform as shipped, and the same work done in other frameworks and in none. */
export interface PlatformFigures {
  readonly compared: readonly Compared[];
  /** The first workload, by few and by many at once. */
  readonly crowds: readonly Crowded[];
  readonly memory: readonly Memory[];
}

/** Megabytes of a server. */
export interface Memory {
  readonly name: string;
  /** After all workloads. */
  readonly worked: number;
  /** After the crowds, too; of those that had any. */
  readonly crowded: number | undefined;
}

interface Running {
  readonly contender: Contender;
  readonly server: Server;
}

/** Measures all servers on the same PostgreSQL server. @param articles how many of them there are */
export async function comparePlatforms(effort: Effort, articles?: number): Promise<PlatformFigures | undefined> {
  const place = await placeOnServer('Frameworks');
  if (!place) return undefined;
  installPeers();
  try {
    logProgress('filling the database');
    const prepared = await prepareWorkloads(place, articles);
    const named = contenders(place, prepared.statements);
    const all = effort.rounds < ENOUGH ? named.filter((one) => one.rounds === undefined).map(hasty) : named;
    const servers = await Promise.all(all.map(startServer));
    const running = all.map((contender, index) => ({ contender, server: servers[index] as Server }));
    try {
      return await measureAll(running, prepared, { place, effort });
    } finally {
      for (const { server } of running) server.stop();
    }
  } finally {
    await place.clear();
  }
}

async function measureAll(
  running: readonly Running[],
  { workloads }: Prepared,
  { place, effort }: { readonly place: Place; readonly effort: Effort },
): Promise<PlatformFigures> {
  logProgress('warming up');
  for (const { server } of running) await settled(server);
  for (const { server, contender } of running) await warmUp(server, workloads, contender.warmth);
  await quiet(place);
  const compared: Compared[] = [];
  for (const workload of workloads) {
    logProgress(workload.name);
    compared.push({ workload, figures: await compare(running, workload, effort) });
    await quiet(place);
  }
  const worked = await megabytesOf(running);
  logProgress('by few and by many at once');
  const ends = [running[0], running.at(-1)] as [Running, Running];
  const crowds = workloads[0]
    ? await byCrowds(ends, workloads[0], { ...effort, rounds: effort.rounds < ENOUGH ? 1 : FEW })
    : [];
  const crowded = await megabytesOf(ends);
  const memory = [...worked].map(([name, megabytes]) => ({ name, worked: megabytes, crowded: crowded.get(name) }));
  return { compared, crowds, memory };
}

async function megabytesOf(running: readonly Running[]): Promise<ReadonlyMap<string, number>> {
  return new Map(await Promise.all(running.map(async ({ server }) => [server.name, await server.memory()] as const)));
}

/**
 * Who is measured roughly comes after the others: the database goes on for seconds with what the slowest have asked, though
 * nobody waits for it any more.
 */
async function compare(running: readonly Running[], question: Question, effort: Effort): Promise<Figures[]> {
  const asked = running.map(({ server, contender: { rounds = effort.rounds } }) => ({ server, question, rounds }));
  const figures: Figures[] = [];
  for (const rounds of [...new Set(asked.map((one) => one.rounds))]) {
    const some = asked.filter((one) => one.rounds === rounds);
    figures.push(...(await inTurn(some, { ...effort, rounds, connections: CROWD })));
  }
  return running.map(({ server }) => figures.find(({ name }) => name === server.name) as Figures);
}

/** For a rough run, which leaves out who is measured roughly anyway: less time to warm up. */
function hasty(contender: Contender): Contender {
  const { warmth } = contender;
  return { ...contender, warmth: { ...warmth, seconds: warmth.seconds / 2 } };
}

async function byCrowds(ends: readonly Running[], question: Question, effort: Effort): Promise<Crowded[]> {
  const asked = ends.map(({ server }) => ({ server, question }));
  const crowds: Crowded[] = [];
  for (const connections of CROWDS) {
    const seconds = connections < BIG ? effort.seconds : effort.seconds * LONGER;
    crowds.push({ connections, figures: await inTurn(asked, { rounds: effort.rounds, seconds, connections }) });
  }
  return crowds;
}

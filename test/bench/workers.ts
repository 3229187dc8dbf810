import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { freePort } from '../support/free_port.mjs';
import type { TestDatabase } from '../support/test_database.ts';
import type { Curve } from './curves.ts';
import { lecternOn } from './frameworks.ts';
import { inTurn, print, CROWD, type Effort, type Figures } from './measure.ts';
import { unpin } from './pinning.ts';
import { placeOnServer } from './place_on_server.ts';
import type { Server } from './server_process.ts';
import { firstAnswer } from './start_up.ts';
import { settled, warmUp } from './warm_up.ts';
import { prepareWorkloads, type Workload } from './workloads.ts';

const COUNTS = [1, 2];
const ARTICLES = 1_000;
const TICK_US = 10_000;
const explanation =
  'Throughput grows with the number of processes while CPUs are free. The database and the load use the same CPUs: with two ' +
  'CPUs, a second process finds no free CPU, and each request costs more because the processes wait for each other.';

/** A server with a number of worker processes, and its requests. */
interface Team {
  readonly count: number;
  readonly place: TestDatabase;
  readonly workload: Workload;
}

/** A started server process. */
interface Started extends Server {
  ended(): Promise<unknown>;
}

/** Measures `lectern start --workers`. @returns undefined without a PostgreSQL server in the environment */
export async function benchWorkers(effort: Effort): Promise<Curve | undefined> {
  unpin();
  const place = await placeOnServer('Workers');
  if (!place) return undefined;
  try {
    const { workloads } = await prepareWorkloads(place, ARTICLES);
    const figures: Figures[] = [];
    const workload = workloads[0] as Workload;
    for (const count of COUNTS) figures.push(...(await figuresOf({ count, place, workload }, effort)));
    print(`Workers, VIP level by id. ${explanation}`, figures);
    return { title: 'Processes: lectern start --workers', explanation, figures };
  } finally {
    await place.clear();
  }
}

async function figuresOf({ count, place, workload }: Team, effort: Effort): Promise<Figures[]> {
  const server = await start(count, place, workload.path);
  try {
    await settled(server);
    await warmUp(server, [workload], { requests: count * 20_000, seconds: count * 6 });
    const { rounds, seconds } = effort;
    return await inTurn([{ server, question: workload }], { rounds, seconds, connections: CROWD });
  } finally {
    server.stop();
    await server.ended();
  }
}

async function start(count: number, place: TestDatabase, path: string): Promise<Started> {
  const port = await freePort();
  const child = spawn(process.execPath, ['dist/core/cli/main.js', 'start', '--workers', String(count)], {
    env: { ...process.env, ...lecternOn(place).env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const origin = `http://127.0.0.1:${port}`;
  await firstAnswer(`${origin}${path}`, () => child.exitCode === null);
  return {
    name: `${count} ${count === 1 ? 'process' : 'processes'}`,
    origin,
    cpu: () => Promise.resolve(cpuOfTree(child.pid ?? 0)),
    memory: () => Promise.resolve(Number.NaN),
    signal: (name) => child.kill(name),
    stop: () => child.kill('SIGTERM'),
    ended: () => ended,
  };
}

/** Returns the CPU time of a process and its children in microseconds; NaN on systems without /proc. */
function cpuOfTree(pid: number): number {
  const stat = `/proc/${pid}/stat`;
  if (!existsSync(stat)) return Number.NaN;
  // After the name of the program, which may contain any character: the state, and ten fields before user and system
  // time.
  const fields = readFileSync(stat, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const own = (Number(fields[11]) + Number(fields[12])) * TICK_US;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + cpuOfTree(Number(child)), own);
}

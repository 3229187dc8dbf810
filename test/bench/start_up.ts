import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../support/free_port.mjs';
import { median } from './measure.ts';
import { placeOnServer } from './place_on_server.ts';

/** Milliseconds from the start to the first answer. */
export interface StartUp {
  readonly name: string;
  readonly ms: number;
  /** Duration of each phase in milliseconds, of a start with an empty database. */
  readonly phases?: readonly (readonly [phase: string, ms: number])[];
}

const phases = [
  'code of the platform',
  'engine of the database, migrations',
  'demo data',
  'services, routes, first answer',
];

type Env = Readonly<Record<string, string>>;

/** Measures the time from the start of the process to the first answer, with a new and with an existing database. */
export async function benchStartUp({ rounds }: { rounds: number }): Promise<readonly StartUp[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  // A rough run measures only the embedded database.
  const place = rounds > 1 ? await placeOnServer('Start-up on PostgreSQL') : undefined;
  try {
    const embedded = await startsOn('embedded database', { DATABASE_URL: '', DATA_DIR: dataDir }, rounds);
    const served = place ? await startsOn('PostgreSQL', place.env, rounds) : [];
    const all = [...embedded, ...served];
    console.log(
      'Start-up to the first answer (aims: 1500 ms on an empty embedded database, 400 on a prepared PostgreSQL)',
    );
    const rows = all.flatMap(({ name, ms, phases: parts = [] }) => [
      [name, { ms: Math.round(ms) }] as const,
      ...parts.map(([phase, part]) => [`${name}: ${phase}`, { ms: Math.round(part) }] as const),
    ]);
    console.table(Object.fromEntries(rows));
    return all;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    await place?.clear();
  }
}

async function startsOn(name: string, env: Env, rounds: number): Promise<StartUp[]> {
  const first = await startOnce(env);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push((await startOnce(env)).ms);
  return [
    { name: `${name}, empty`, ...first },
    { name: `${name}, prepared`, ms: median(times) },
  ];
}

type Times = Required<Omit<StartUp, 'name'>>;

async function startOnce(place: Env): Promise<Times> {
  const port = await freePort();
  const [started, since] = [performance.now(), Date.now()];
  const env = { ...process.env, ...place, PORT: String(port), NODE_ENV: 'development', LOG_LEVEL: 'info' };
  const child = spawn(process.execPath, ['dist/core/cli/main.js', 'start'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const log = text(child.stdout);
  await firstAnswer(`http://127.0.0.1:${port}/api/item_bank_exercises/1`, () => child.exitCode === null);
  const ms = performance.now() - started;
  child.kill('SIGTERM');
  await ended;
  return { ms, phases: phasesOf(await log, { since, ms }) };
}

/** Splits a start into phases by the times of the lines in its log. */
function phasesOf(log: string, { since, ms }: { readonly since: number; readonly ms: number }): Times['phases'] {
  const lines = log
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  const last = (property: string) => lines.findLast((line) => property in line);
  const timeOf = (line = lines[0]) => Number(line?.['time']) - since;
  const ends = [timeOf(), timeOf(last('migration')), timeOf(last('accounts')), ms];
  return phases.map((phase, index) => [phase, (ends[index] ?? 0) - (ends[index - 1] ?? 0)]);
}

export async function firstAnswer(url: string, isAlive: () => boolean): Promise<void> {
  while (isAlive()) {
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('The measured server ended before it answered.');
}

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free_port.mjs';
import { median } from './measure.ts';
import { placeOnServer } from './place_on_server.ts';

/** Milliseconds from the start to the first answer. */
export interface StartUp {
  readonly name: string;
  readonly ms: number;
}

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
    console.log('Start-up to the first answer (aim: at most 1.5 s on a prepared embedded database)');
    console.table(Object.fromEntries(all.map(({ name, ms }) => [name, { ms: Math.round(ms) }])));
    return all;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    await place?.clear();
  }
}

async function startsOn(name: string, env: Env, rounds: number): Promise<StartUp[]> {
  const first = await startOnce(env);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await startOnce(env));
  return [
    { name: `${name}, empty`, ms: first },
    { name: `${name}, prepared`, ms: median(times) },
  ];
}

async function startOnce(place: Env): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  const env = { ...process.env, ...place, PORT: String(port), NODE_ENV: 'development', LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, ['dist/core/cli/main.js', 'start'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await firstAnswer(`http://127.0.0.1:${port}/api/item_bank_exercises/1`, () => child.exitCode === null);
  const elapsed = performance.now() - started;
  child.kill('SIGTERM');
  await ended;
  return elapsed;
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

import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './measure.ts';

/** From the start of the process to its first answer, on an embedded database that is there already. */
export async function benchStartUp({ rounds }: { rounds: number }): Promise<{ empty: number; prepared: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  const first = await startOnce(dataDir);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await startOnce(dataDir));
  console.log('Start-up to the first answer (aim: at most 1.5 s on a prepared embedded database)');
  const prepared = median(times);
  console.table({ 'empty folder': { ms: Math.round(first) }, prepared: { ms: Math.round(prepared) } });
  return { empty: first, prepared };
}

async function startOnce(dataDir: string): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  const env = {
    ...process.env,
    DATABASE_URL: '',
    PORT: String(port),
    DATA_DIR: dataDir,
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
  };
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

async function firstAnswer(url: string, isAlive: () => boolean): Promise<void> {
  while (isAlive()) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('The measured server ended before it answered.');
}

async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        resolve(port);
      });
    });
  });
}

import { setTimeout as sleep } from 'node:timers/promises';
import { load, type Question } from './load.ts';
import { CROWD } from './measure.ts';
import type { Server } from './server_process.ts';

/** How long a server is warmed up: whichever comes first. */
export interface Warmth {
  readonly requests: number;
  readonly seconds: number;
}

// A pass over all questions must be short, also for those that take long.
const SLICE = { connections: CROWD, amount: 512, duration: 0.1 };
const LOOK_MS = 250;
const QUIET = 0.05;
const LOOKS = 24;

/**
 * Asks a server everything that it will be asked, in turn, until the engine has compiled it. Taken together, since most code
 * is shared by all answers; what is asked first would otherwise be compiled for itself, and a second time for the others.
 */
export async function warmUp(server: Server, questions: readonly Question[], warmth: Warmth): Promise<void> {
  const end = performance.now() + warmth.seconds * 1_000;
  let answered = 0;
  const isWarm = () => answered >= warmth.requests || performance.now() >= end;
  while (!isWarm()) {
    for (const question of questions) {
      if (isWarm()) return;
      answered += await load({ server, question }, SLICE);
    }
  }
}

/** Waits until a server has done what it does after its start: until it uses next to no CPU, but not for ever. */
export async function settled(server: Server): Promise<void> {
  let before = await server.cpu();
  for (let look = 0; look < LOOKS; look++) {
    await sleep(LOOK_MS);
    const now = await server.cpu();
    if (now - before < LOOK_MS * 1_000 * QUIET) return;
    before = now;
  }
}

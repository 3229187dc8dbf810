import { setTimeout as sleep } from 'node:timers/promises';
import { load, type Question } from './load.ts';
import { CROWD } from './measure.ts';
import type { Server } from './server_process.ts';

/** End of a warm-up: after a number of requests or of seconds, whichever comes first. */
export interface Warmth {
  readonly requests: number;
  readonly seconds: number;
}

// Limits the load of each question, so that a pass over all questions is short.
const SLICE = { connections: CROWD, amount: 512, duration: 0.1 };
const LOOK_MS = 250;
const QUIET = 0.05;
const LOOKS = 24;

/**
 * Sends all questions of the measurement in turn, until the engine has compiled the code. In turn, because most code is
 * shared: otherwise the engine would compile it for the first question, and again for the other questions.
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

/** Waits until a server uses almost no CPU time, with a time limit. */
export async function settled(server: Server): Promise<void> {
  let before = await server.cpu();
  for (let look = 0; look < LOOKS; look++) {
    await sleep(LOOK_MS);
    const now = await server.cpu();
    if (now - before < LOOK_MS * 1_000 * QUIET) return;
    before = now;
  }
}

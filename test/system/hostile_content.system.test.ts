import { randomInt } from 'node:crypto';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { hostileHeads } from './hostile/forwarded.ts';
import { hostileHtml } from './hostile/html.ts';
import { MeasuredServer } from './hostile/measured_server.ts';
import { hostileForms } from './hostile/multipart.ts';
import { hostilePictures } from './hostile/pictures.ts';
import type { HostileRequest, HostileSource } from './hostile/source.ts';

const SEED = Number(process.env['HOSTILE_SEED'] ?? randomInt(2 ** 30));
const SECONDS = Number(process.env['HOSTILE_SECONDS'] ?? 5);
const sources: readonly HostileSource[] = [hostilePictures, hostileHtml, hostileForms, hostileHeads];

/** Whether the run measures; in the ring, which shares the processors, the bounds only find what blocks or grows. */
const MEASURES = process.env['HOSTILE_SECONDS'] !== undefined;
/** The CPU time of the server bounds the time for which its event loop is blocked. */
const MAX_CPU_MS = MEASURES ? 150 : 2_000;
const MAX_BYTES = MEASURES ? 400_000_000 : 1_000_000_000;
const TRIES = 8;

describe(`Hostile content, sent to the built server for ${SECONDS} s (HOSTILE_SEED=${SEED})`, function () {
  this.timeout(SECONDS * 1_000 + 600_000);
  let server: MeasuredServer;
  let largest = 0;

  before(async () => {
    server = await MeasuredServer.start();
  });
  after(() => server.stop());

  /** Sends a request until it is cheap, because other work of the process adds CPU time. */
  const problemOf = async (request: HostileRequest, { name, statuses }: HostileSource) => {
    let least = Infinity;
    for (let tries = 0; tries < TRIES && least > MAX_CPU_MS; tries++) {
      const { status, cpuMs } = await server.send(request);
      if (!statuses.includes(status)) return `${name}: ${status}`;
      least = Math.min(least, cpuMs);
    }
    largest = Math.max(largest, least);
    return least > MAX_CPU_MS ? `${name}: ${Math.round(least)} ms` : undefined;
  };

  const problemsOf = async (seed: number) => {
    const found: string[] = [];
    for (const source of sources) {
      for (const request of await source.requests(seed)) {
        const problem = await problemOf(request, source);
        if (problem) found.push(`round ${seed - SEED}, ${problem}, ${request.body?.length} bytes`);
      }
    }
    return found;
  };

  it(`takes at most ${MAX_CPU_MS} ms of CPU time of the server, and gets a documented status`, async () => {
    const until = Date.now() + SECONDS * 1_000;
    const problems: string[] = [];
    let seed = SEED;
    do problems.push(...(await problemsOf(seed++)));
    while (Date.now() < until && problems.length < 10);
    if (MEASURES)
      console.log(
        `      ${seed - SEED} rounds, at most ${Math.round(largest)} ms, ${Math.round(server.peakBytes / 1e6)} MB`,
      );
    expect(problems).to.deep.equal([]);
  });

  it(`takes less than ${MAX_BYTES / 1e6} MB in each process`, () => {
    expect(server.peakBytes).to.be.within(1, MAX_BYTES);
  });
});

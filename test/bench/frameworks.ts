import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { randomBytes } from 'node:crypto';
import type { Place } from '../support/place.ts';
import type { Program } from './server_process.ts';
import type { Warmth } from './warm_up.ts';
import type { PeerStatements } from './workloads.ts';

const folder = fileURLToPath(new URL('./', import.meta.url));

/** How closely a server is measured. */
export interface Care {
  readonly warmth: Warmth;
  /** At most. */
  readonly rounds?: number;
}

/** One of the servers that are compared. */
export interface Contender extends Program, Care {}

// After 20,000 requests nothing is left to be compiled. Who has more code needs more time for that.
const ours: Care = { warmth: { requests: 20_000, seconds: 9 } };
const close: Care = { warmth: { requests: 20_000, seconds: 6 } };
const rough: Care = { warmth: { requests: 8_000, seconds: 3 }, rounds: 5 };

/** What Lectern is measured against, each written as its own guide writes it. The first one is the measure. */
const peers = [
  { name: 'bare node:http', file: 'peers/bare.mjs', ...close },
  { name: 'Fastify', file: 'peers/fastify.mjs', ...close },
  { name: 'Hono', file: 'peers/hono.mjs', ...rough },
  { name: 'NestJS', file: 'peers/nest.ts', ...rough },
  { name: 'Express + knex', file: 'peers/express_knex.mjs', ...rough },
] as const;

const production = { NODE_ENV: 'production' };

/** The platform as shipped, with a line for each request, on a database that is filled. */
export function lecternOn({ env }: Place): Contender {
  const own = { LOG_LEVEL: 'info', JWT_SECRET: randomBytes(48).toString('base64') };
  return {
    name: 'Lectern',
    file: 'production_platform.mjs',
    args: [],
    env: { ...env, ...production, ...own },
    ...ours,
  };
}

/** Those who do the same work, Lectern last. They send the statements that Lectern sends. */
export function contenders(place: Place, statements: PeerStatements): Contender[] {
  const args = [JSON.stringify(statements)];
  return [...peers.map((peer) => ({ ...peer, args, env: { ...place.env, ...production } })), lecternOn(place)];
}

/** Bare alone, which needs no packages. */
export function bareOn({ env }: Place, statements: PeerStatements): Contender {
  return { ...peers[0], args: [JSON.stringify(statements)], env: { ...env, ...production } };
}

/** The peers are nobody's dependency but the bench's. */
export function installPeers(): void {
  if (existsSync(`${folder}node_modules/fastify`)) return;
  console.log('Installing what Lectern is measured against (test/bench/package.json) ...');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm ci in ${folder} failed; look at what it has printed above.`);
}

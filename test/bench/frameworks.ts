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

const bare = 'peers/bare.mjs';

/** What Lectern is measured against, each written as its own guide writes it. The first one is the measure. */
const peers: readonly (Care & { readonly name: string; readonly file: string; readonly tricks?: object })[] = [
  { name: 'bare node:http', file: bare, ...close },
  { name: 'bare + batch', file: bare, tricks: { batch: true, named: true }, ...close },
  { name: 'bare, named', file: bare, tricks: { named: true }, ...rough },
  { name: 'Fastify', file: 'peers/fastify.mjs', ...close },
  { name: 'Hono', file: 'peers/hono.mjs', ...rough },
  { name: 'NestJS', file: 'peers/nest.ts', ...rough },
  { name: 'Express + knex', file: 'peers/express_knex.mjs', ...rough },
];

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

/** The bare servers, which need no packages; the first one is the measure. */
export function bareOn(place: Place, statements: PeerStatements): Contender[] {
  return contendersOn(
    place,
    statements,
    peers.filter(({ file }) => file === bare),
  );
}

/** Those who do the same work, Lectern last: all of them, or in a rough run those without other frameworks and tricks. */
export function contenders(place: Place, statements: PeerStatements, isRough: boolean): Contender[] {
  const isBare = isRough || !installPeers();
  const all = isBare ? bareOn(place, statements) : contendersOn(place, statements, peers);
  return [...(isRough ? all.filter(({ rounds }) => rounds === undefined) : all), lecternOn(place)];
}

function contendersOn({ env }: Place, statements: PeerStatements, chosen: typeof peers): Contender[] {
  return chosen.map(({ tricks, ...peer }) => ({
    ...peer,
    args: [JSON.stringify({ statements, ...tricks })],
    env: { ...env, ...production },
  }));
}

/** Whether the packages of the peers are there, or can be installed; they are those of the bench alone. */
export function installPeers(): boolean {
  if (existsSync(`${folder}node_modules/fastify`)) return true;
  console.log('Installing what Lectern is measured against (test/bench/package.json) ...');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) console.warn(`npm ci in ${folder} failed: there are no columns of the other frameworks.`);
  return status === 0;
}

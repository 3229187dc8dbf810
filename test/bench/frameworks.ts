import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { randomBytes } from 'node:crypto';
import type { TestDatabase } from '../support/test_database.ts';
import type { Program } from './server_process.ts';
import type { Warmth } from './warm_up.ts';
import type { PeerStatements } from './workloads.ts';

const folder = fileURLToPath(new URL('./peers/', import.meta.url));

/** Precision of the measurement of a server. */
export interface Care {
  readonly warmth: Warmth;
  /** Maximum number of rounds. */
  readonly rounds?: number;
}

/** A compared server. */
export interface Contender extends Program, Care {}

// After 20,000 requests, the engine has compiled all hot code. A server with more code needs more time.
const ours: Care = { warmth: { requests: 20_000, seconds: 9 } };
const close: Care = { warmth: { requests: 20_000, seconds: 6 } };
const rough: Care = { warmth: { requests: 8_000, seconds: 3 }, rounds: 5 };

const bare = 'peers/bare.mjs';

/** Servers that Lectern is compared with, each written like the guide of its framework. The first is the reference. */
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

/** Returns the platform as shipped, with a log line for each request, on a filled database. */
export function lecternOn({ env }: TestDatabase): Contender {
  const own = { LOG_LEVEL: 'info', JWT_SECRET: randomBytes(48).toString('base64') };
  return {
    name: 'Lectern',
    file: 'production_platform.mjs',
    args: [],
    env: { ...env, ...production, ...own },
    ...ours,
  };
}

/** Returns the bare servers, which need no packages. The first is the reference. */
export function bareOn(place: TestDatabase, statements: PeerStatements): Contender[] {
  return contendersOn(
    place,
    statements,
    peers.filter(({ file }) => file === bare),
  );
}

/**
 * Returns the compared servers, Lectern last. A rough run leaves out other frameworks and variants of the bare server.
 */
export function contenders(place: TestDatabase, statements: PeerStatements, isRough: boolean): Contender[] {
  const isBare = isRough || !installPeers();
  const all = isBare ? bareOn(place, statements) : contendersOn(place, statements, peers);
  return [...(isRough ? all.filter(({ rounds }) => rounds === undefined) : all), lecternOn(place)];
}

function contendersOn({ env }: TestDatabase, statements: PeerStatements, chosen: typeof peers): Contender[] {
  return chosen.map(({ tricks, ...peer }) => ({
    ...peer,
    args: [JSON.stringify({ statements, ...tricks })],
    env: { ...env, ...production },
  }));
}

/** Installs the packages of the compared frameworks, which only the bench uses. @returns whether they are installed */
export function installPeers(): boolean {
  if (existsSync(`${folder}node_modules/fastify`)) return true;
  console.log('Installing the compared frameworks (test/bench/peers/package.json) ...');
  // NestJS asks for a newer Node than Lectern, but runs on this one.
  const options = ['--engine-strict=false', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', ['ci', ...options], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) console.warn(`npm ci in ${folder} failed, so the other frameworks are not measured.`);
  return status === 0;
}

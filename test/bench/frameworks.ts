import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Place } from '../support/place.ts';
import { inTurn, load, startServer, type Effort, type Figures, type Program, type Server } from './measure.ts';
import { placeOnServer } from './place_on_server.ts';
import { prepareWorkloads, type PeerStatements, type Workload } from './workloads.ts';

const folder = fileURLToPath(new URL('./', import.meta.url));

/** What Lectern is measured against, each written as its own guide writes it. The first one is the measure. */
const peers = [
  { name: 'bare node:http', file: 'peers/bare.mjs' },
  { name: 'Fastify', file: 'peers/fastify.mjs' },
  { name: 'Hono', file: 'peers/hono.mjs' },
  { name: 'NestJS', file: 'peers/nest.ts' },
  { name: 'Express + knex', file: 'peers/express_knex.mjs' },
] as const;

/** The figures of one workload. */
export interface Compared {
  readonly workload: Workload;
  readonly connections: number;
  readonly figures: readonly Figures[];
  /** Megabytes of Lectern's process by now. */
  readonly memory: number;
}

/**
 * The platform as shipped against the same work in other frameworks and in none, with the same statements on the same
 * PostgreSQL server.
 */
export async function* compareFrameworks(effort: Effort): AsyncGenerator<Compared> {
  const place = await placeOnServer();
  if (!place) {
    console.log('Frameworks: skipped, because neither TEST_DATABASE_URL nor DATABASE_URL names a PostgreSQL server.');
    return;
  }
  installPeers();
  try {
    const { workloads, statements } = await prepareWorkloads(place);
    const servers = await Promise.all(programs(place, statements).map(startServer));
    try {
      for (const workload of workloads) yield* compared(servers, workload, effort);
    } finally {
      for (const server of servers) server.stop();
    }
  } finally {
    await place.clear();
  }
}

async function* compared(servers: readonly Server[], workload: Workload, effort: Effort): AsyncGenerator<Compared> {
  const { rounds, seconds, atOnce = [64], warmUpSeconds = 2 } = effort;
  const asked = servers.map((server) => ({ server, question: workload }));
  for (const one of asked) await load(one, { connections: 64, duration: warmUpSeconds });
  for (const connections of atOnce)
    yield {
      workload,
      connections,
      figures: await inTurn(asked, { connections, rounds, seconds }),
      memory: (await servers.at(-1)?.memory()) ?? 0,
    };
}

function programs({ env }: Place, statements: PeerStatements): Program[] {
  const others = peers.map(({ name, file }) => ({ name, file, args: [JSON.stringify(statements)], env }));
  // With a line for each request, as it is shipped.
  const ours = {
    name: 'Lectern',
    file: '../support/compiled_platform.mjs',
    args: [],
    env: { ...env, LOG_LEVEL: 'info' },
  };
  return [...others, ours];
}

/** The peers are nobody's dependency but the bench's. */
function installPeers(): void {
  if (existsSync(`${folder}node_modules/fastify`)) return;
  console.log('Installing what Lectern is measured against (test/bench/package.json) ...');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm ci in ${folder} failed; look at what it has printed above.`);
}

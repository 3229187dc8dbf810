import { installPeers } from './frameworks.ts';
import { CROWD, inTurn, print, type Effort, type Figures } from './measure.ts';
import { startServer, type Program, type Server } from './server_process.ts';
import { warmUp } from './warm_up.ts';

const KINDS = 100;
const ROUTES = KINDS * 5;
const AIM = 0.95;
// Rounds for servers without an aim.
const ROUGH = 5;
const path = (kind: number) => `/api/plugins/bench/kind${kind}/things/7`;
const env = { NODE_ENV: 'production', LOG_LEVEL: 'info' };
const args = (framework: string) => [framework, String(KINDS)];

const programs: readonly Program[] = [
  { name: 'bare node:http', file: 'peers/many_routes.mjs', args: args('bare'), env },
  { name: 'Fastify', file: 'peers/many_routes.mjs', args: args('fastify'), env },
  { name: 'Express', file: 'peers/many_routes.mjs', args: args('express'), env },
  { name: 'Lectern', file: 'lectern_server.ts', args: [String(KINDS)], env },
];

/** Figures of a server for its first and its last route. */
export interface Ends {
  readonly name: string;
  readonly first: Figures;
  readonly last: Figures;
}

/** Compares the cost of the last of 500 routes with that of the first, in Lectern and other frameworks. */
export async function benchManyRoutes(effort: Effort): Promise<readonly Ends[]> {
  const servers = await Promise.all(programs.slice(installPeers() ? 0 : -1).map(startServer));
  const ends: Ends[] = [];
  try {
    for (const server of servers)
      ends.push(await endsOf(server, { ...effort, rounds: server.name === 'Lectern' ? effort.rounds : ROUGH }));
  } finally {
    for (const server of servers) server.stop();
  }
  const figures = ends.flatMap(({ name, first, last }) => [
    { ...first, name: `${name}, first` },
    { ...last, name: `${name}, last` },
  ]);
  print(`First and last of ${ROUTES} routes (aim of Lectern: first / last ${AIM} or more)`, figures);
  return ends;
}

async function endsOf(server: Server, effort: Effort): Promise<Ends> {
  const questions = [{ path: path(0) }, { path: path(KINDS - 1) }];
  await warmUp(server, questions, { requests: 20_000, seconds: 1 });
  const asked = questions.map((question) => ({ server, question }));
  const [first, last] = await inTurn(asked, { ...effort, connections: CROWD });
  return { name: server.name, first, last } as Ends;
}

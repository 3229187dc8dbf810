import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import type { Place } from '../support/place.ts';
import { median, print, type Effort } from './measure.ts';
import { placeOnServer } from './place_on_server.ts';

/** Somebody who calls with a credential, or without one. */
interface Visitor {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The compiled platform in a process of its own. */
interface Server {
  readonly child: ChildProcess;
  readonly url: string;
}

interface Sample {
  readonly cpu: number;
  readonly rate: number;
}

const CONNECTIONS = 64;
const WARM_UP_SECONDS = 3;
const path = '/api/item_bank_exercises/1';
const demoUser = { username: 'student', password: 'Lectern-2026' };

/**
 * What it costs to know who calls: one row of the database for anybody, with a token and with a JWT. One process serves
 * all of them in turn, so that nothing differs but the credential.
 */
export async function benchIdentity(effort: Effort): Promise<void> {
  const place = await placeOnServer('Identity');
  if (!place) return;
  try {
    const server = await start(place);
    try {
      const figures = await measureVisitors(server, await visitorsOf(server), effort);
      print('One row for anybody, with a token (aim: 1.2) and with a JWT (aim: 1.5), 64 at a time', figures);
    } finally {
      const ended = once(server.child, 'exit');
      server.child.disconnect();
      await ended;
    }
  } finally {
    await place.clear();
  }
}

async function start({ env: place }: Place): Promise<Server> {
  const script = fileURLToPath(new URL('../support/compiled_platform.mjs', import.meta.url));
  const env = { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'info', ...place };
  const child = fork(script, [], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env });
  return { child, url: String(await answerOf(child)) };
}

async function visitorsOf({ url }: Server): Promise<Visitor[]> {
  const login = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(demoUser) };
  const { token } = (await (await fetch(`${url}/api/user/login`, login)).json()) as { token: string };
  const signedIn = { 'X-Auth-Token': token };
  const { jwt } = (await (await fetch(`${url}/api/auth/getJwt`, { headers: signedIn })).json()) as { jwt: string };
  return [
    { name: 'anybody', headers: {} },
    { name: 'token', headers: signedIn },
    { name: 'JWT', headers: { Authorization: `Bearer ${jwt}` } },
  ];
}

async function measureVisitors(server: Server, visitors: readonly Visitor[], { rounds, seconds }: Effort) {
  for (const visitor of visitors) await load(server, visitor, WARM_UP_SECONDS);
  const samples = visitors.map(() => [] as Sample[]);
  for (let round = 0; round < rounds; round++) {
    for (const [index, visitor] of visitors.entries()) samples[index]?.push(await sample(server, visitor, seconds));
  }
  return visitors.map(({ name }, index) => ({
    name,
    cpu: median((samples[index] ?? []).map(({ cpu }) => cpu)),
    rate: median((samples[index] ?? []).map(({ rate }) => rate)),
  }));
}

async function sample(server: Server, visitor: Visitor, seconds: number): Promise<Sample> {
  const before = await cpuOf(server);
  const requests = await load(server, visitor, seconds);
  return { cpu: ((await cpuOf(server)) - before) / requests, rate: requests / seconds };
}

async function load({ url }: Server, { name, headers }: Visitor, duration: number): Promise<number> {
  const asked = { url: `${url}${path}`, connections: CONNECTIONS, duration, headers };
  const { non2xx, requests } = await autocannon(asked);
  if (non2xx > 0) throw new Error(`${path} answered ${non2xx} requests of ${name} with another status than 2xx.`);
  return requests.total;
}

async function cpuOf({ child }: Server): Promise<number> {
  const answer = answerOf(child);
  child.send('cpu');
  return Number(await answer);
}

/** What the child says next. @throws Error when it ends instead */
async function answerOf(child: ChildProcess): Promise<unknown> {
  const over = new AbortController();
  const ended = once(child, 'exit', over).then(([code]) => {
    throw new Error(`The measured server ended with code ${String(code)}.`);
  });
  try {
    const [answer] = (await Promise.race([once(child, 'message', over), ended])) as unknown[];
    return answer;
  } finally {
    over.abort();
  }
}

import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

/** How long to measure. */
export interface Effort {
  readonly rounds: number;
  readonly seconds: number;
  /** Requests under way at once, one measurement for each number; 64 unless told. */
  readonly atOnce?: readonly number[];
  /** Until the engine has compiled what is measured; 2 unless told, enough for thousands of small requests. */
  readonly warmUpSeconds?: number;
}

/** A server in a process of its own, started by a file of this folder. */
export interface Program {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** What is asked. */
export interface Question {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is posted, where each request is another one. */
  readonly next?: () => { readonly headers: Readonly<Record<string, string>>; readonly body: string };
  /** Status of every answer; any 2xx unless told. */
  readonly status?: number;
}

/** A server and what it is asked. */
export interface Subject extends Program, Question {}

/** What came of one measurement. */
export interface Measured {
  readonly connections: number;
  readonly figures: readonly Figures[];
}

/** Medians of a subject. */
export interface Figures {
  readonly name: string;
  /** Microseconds of the server's CPU for one request. */
  readonly cpu: number;
  /** Requests a second. */
  readonly rate: number;
}

const CROWD = 64;
const WARM_UP_SECONDS = 2;

/**
 * Measures all subjects in turn, round by round, so that a slow moment of the machine hits all of them. They are warmed up
 * by a crowd, also for what is measured one at a time: there, it would take minutes until everything is compiled.
 */
export async function* measure(
  subjects: readonly Subject[],
  { rounds, seconds, atOnce = [CROWD], warmUpSeconds = WARM_UP_SECONDS }: Effort,
): AsyncGenerator<Measured> {
  const servers = await Promise.all(subjects.map(startServer));
  const asked = servers.map((server, index) => ({ server, question: subjects[index] as Subject }));
  try {
    for (const one of asked) await load(one, { connections: CROWD, duration: warmUpSeconds });
    for (const connections of atOnce)
      yield { connections, figures: await inTurn(asked, { connections, rounds, seconds }) };
  } finally {
    for (const server of servers) server.stop();
  }
}

/** Asks several servers in turn, round by round. @returns the medians of each */
export async function inTurn(
  asked: readonly Asked[],
  { connections, rounds, seconds }: { connections: number; rounds: number; seconds: number },
): Promise<Figures[]> {
  const samples = asked.map(() => [] as Sample[]);
  for (let round = 0; round < rounds; round++) {
    for (const [index, one] of asked.entries())
      samples[index]?.push(await sample(one, { connections, duration: seconds }));
  }
  return asked.map(({ server: { name } }, index) => figuresOf(name, samples[index] ?? []));
}

function figuresOf(name: string, samples: readonly Sample[]): Figures {
  return { name, cpu: median(samples.map(({ cpu }) => cpu)), rate: median(samples.map(({ rate }) => rate)) };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Prints figures as a table, each as a ratio to the first. */
export function print(title: string, figures: readonly Figures[]): void {
  const [first] = figures;
  console.log(title);
  console.table(
    Object.fromEntries(
      figures.map(({ name, cpu, rate }) => [
        name,
        { 'CPU us': cpu.toFixed(1), ratio: (cpu / (first?.cpu ?? cpu)).toFixed(2), 'requests/s': Math.round(rate) },
      ]),
    ),
  );
}

interface Sample {
  readonly cpu: number;
  readonly rate: number;
}

/** A server that is running. */
export interface Server {
  readonly name: string;
  /** Its address without a path. */
  readonly origin: string;
  /** Microseconds of CPU that it has used so far. */
  cpu(): Promise<number>;
  /** Megabytes of memory that it has (RSS); 0 where it does not say. */
  memory(): Promise<number>;
  stop(): void;
}

/** A question to a server. */
export interface Asked {
  readonly server: Server;
  readonly question: Question;
}

/** Starts a server in a process of its own, which says when it listens. */
export async function startServer({ name, file, args, env: own = {} }: Program): Promise<Server> {
  const script = fileURLToPath(new URL(file, import.meta.url));
  const env = { ...process.env, NODE_ENV: 'test', ...own };
  // What is compiled must not meet the hook that makes TypeScript readable.
  const execArgv = file.endsWith('.mjs') ? [] : process.execArgv;
  const child = fork(script, [...args], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env });
  const origin = String(await answerOf(child));
  return {
    name,
    origin,
    cpu: async () => Number(await ask(child, 'cpu')),
    memory: async () => Number(await ask(child, 'memory')) / 2 ** 20,
    stop: () => child.kill(),
  };
}

interface Load {
  readonly connections: number;
  readonly duration: number;
}

async function sample(asked: Asked, how: Load): Promise<Sample> {
  const before = await asked.server.cpu();
  const requests = await load(asked, how);
  const after = await asked.server.cpu();
  return { cpu: (after - before) / requests, rate: requests / how.duration };
}

/** Puts a server under load. @returns the number of its answers @throws Error when one has another status than it should */
export async function load({ server: { origin }, question }: Asked, how: Load): Promise<number> {
  const { path, headers = {}, next, status } = question;
  const url = `${origin}${path}`;
  const posts = next && { requests: [{ method: 'POST', setupRequest: (one: object) => ({ ...one, ...next() }) }] };
  const { non2xx, requests, statusCodeStats } = await autocannon({ url, headers, ...posts, ...how });
  const right = status === undefined ? requests.total - non2xx : (statusCodeStats[status]?.count ?? 0);
  if (right < requests.total) {
    const seen = Object.keys(statusCodeStats).join(', ');
    throw new Error(`${url} answered ${seen} where ${status ?? '2xx'} is due.`);
  }
  return requests.total;
}

/** The child answers `memory` with its bytes, and every other message with the microseconds of CPU it has used so far. */
async function ask(child: ChildProcess, what: 'cpu' | 'memory'): Promise<unknown> {
  const answer = answerOf(child);
  child.send(what);
  return answer;
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => {
      reject(new Error(`The measured server ended with code ${code}.`));
    };
    child.once('exit', ended).once('message', (answer) => {
      child.off('exit', ended);
      resolve(answer);
    });
  });
}

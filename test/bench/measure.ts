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
export interface Subject {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** What is posted, where each request is another one. */
  readonly next?: () => { readonly headers: Readonly<Record<string, string>>; readonly body: string };
}

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
  const servers = await Promise.all(subjects.map(start));
  try {
    for (const server of servers) await load(server, { connections: CROWD, duration: warmUpSeconds });
    for (const connections of atOnce) {
      const samples = servers.map(() => [] as Sample[]);
      for (let round = 0; round < rounds; round++) {
        for (const [index, server] of servers.entries())
          samples[index]?.push(await sample(server, { connections, duration: seconds }));
      }
      yield { connections, figures: subjects.map(({ name }, index) => figuresOf(name, samples[index] ?? [])) };
    }
  } finally {
    for (const { child } of servers) child.kill();
  }
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

interface Server extends Pick<Subject, 'next'> {
  readonly child: ChildProcess;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function start({ file, args, path, headers = {}, env: own = {}, next }: Subject): Promise<Server> {
  const script = fileURLToPath(new URL(file, import.meta.url));
  const env = { ...process.env, NODE_ENV: 'test', ...own };
  // What is compiled must not meet the hook that makes TypeScript readable.
  const execArgv = file.endsWith('.mjs') ? [] : process.execArgv;
  const child = fork(script, [...args], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env });
  const origin = await answerOf(child);
  return { child, url: `${String(origin)}${path}`, headers, ...(next && { next }) };
}

interface Load {
  readonly connections: number;
  readonly duration: number;
}

async function sample(server: Server, asked: Load): Promise<Sample> {
  const before = Number(await ask(server.child));
  const requests = await load(server, asked);
  const after = Number(await ask(server.child));
  return { cpu: (after - before) / requests, rate: requests / asked.duration };
}

async function load({ url, headers, next }: Server, asked: Load): Promise<number> {
  const posts = next && { requests: [{ method: 'POST', setupRequest: (one: object) => ({ ...one, ...next() }) }] };
  const { non2xx, requests } = await autocannon({ url, headers, ...posts, ...asked });
  if (non2xx > 0) throw new Error(`${url} answered ${non2xx} requests with another status than 2xx.`);
  return requests.total;
}

/** The child answers every message with the microseconds of CPU it has used so far. */
async function ask(child: ChildProcess): Promise<unknown> {
  const answer = answerOf(child);
  child.send('cpu');
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

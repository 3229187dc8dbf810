import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pinServer } from './pinning.ts';

/** A server in a process of its own, started by a file of this folder. */
export interface Program {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The installation that it serves; this one unless told. */
  readonly cwd?: string;
}

/** A server that is running. */
export interface Server {
  readonly name: string;
  /** Its address without a path. */
  readonly origin: string;
  /** Microseconds of CPU that it has used so far. */
  cpu(): Promise<number>;
  /** Megabytes of memory that it has (RSS). */
  memory(): Promise<number>;
  signal(name: NodeJS.Signals): void;
  stop(): void;
}

/** Starts a server in a process of its own, which says when it listens. */
export async function startServer({ name, file, args, env: own = {}, cwd }: Program): Promise<Server> {
  const script = fileURLToPath(new URL(file, import.meta.url));
  const env = { ...process.env, NODE_ENV: 'test', ...own };
  // What is compiled must not meet the hook that makes TypeScript readable.
  const execArgv = file.endsWith('.mjs') ? [] : process.execArgv;
  const child = fork(script, [...args], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env, cwd });
  const origin = String(await answerOf(child));
  pinServer(child.pid ?? 0);
  return {
    name,
    origin,
    cpu: async () => Number(await ask(child, 'cpu')),
    memory: async () => Number(await ask(child, 'memory')) / 2 ** 20,
    signal: (name) => child.kill(name),
    stop: () => child.kill(),
  };
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

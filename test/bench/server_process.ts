import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pinServer } from './pinning.ts';

/** A server to start in a separate process, with a file of this folder. */
export interface Program {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A server that is running. */
export interface Server {
  readonly name: string;
  /** URL of the server, without a path. */
  readonly origin: string;
  /** Returns the CPU time of the server so far, in microseconds. */
  cpu(): Promise<number>;
  /** Returns the memory (RSS) of the server, in megabytes. */
  memory(): Promise<number>;
  signal(name: NodeJS.Signals): void;
  stop(): void;
}

/** Starts a server in a separate process, and waits until it listens. */
export async function startServer({ name, file, args, env: own = {} }: Program): Promise<Server> {
  const script = fileURLToPath(new URL(file, import.meta.url));
  const env = { ...process.env, NODE_ENV: 'test', ...own };
  // The compiled program must run without the loader hook for TypeScript.
  const execArgv = file.endsWith('.mjs') ? [] : process.execArgv;
  const child = fork(script, [...args], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env });
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

/** Asks the child process for its memory in bytes, or for its CPU time so far in microseconds. */
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

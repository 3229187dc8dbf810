import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { FreshClone } from '../support/fresh_clone.ts';

/** Output and answers of a server from its start to its end. */
export interface Served {
  readonly output: string;
  readonly ready: Answer;
  readonly vip: Answer;
  /** Answer to a request that was under way when the signal came. */
  readonly lastAnswer: string;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Runs `npm start` in a clone, asks it, and ends its process group by SIGTERM while a request is under way. */
export async function serveOnce(clone: FreshClone, port: number): Promise<Served> {
  const child = clone.start('npm start', { PORT: String(port) });
  const printed = new Printed(child);
  await printed.shows('Lectern is ready');
  const url = `http://127.0.0.1:${port}`;
  const answers = { ready: await answerOf(`${url}/readyz`), vip: await answerOf(`${url}/api/settings/vip`) };
  const finish = await beginRequest(port);
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  await printed.shows('The process stops');
  const lastAnswer = await finish();
  await printed.ended;
  return { output: printed.text, ...answers, lastAnswer };
}

/** Output of a process. */
class Printed {
  text = '';
  readonly ended: Promise<unknown>;
  readonly #child: ChildProcess;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.ended = once(child, 'close');
    child.stdout?.on('data', (text: Buffer) => (this.text += text.toString()));
  }

  /** Waits for words. @throws Error when the process ends without them */
  async shows(words: string): Promise<void> {
    while (!this.text.includes(words)) {
      const isOver = await Promise.race([
        once(this.#child.stdout ?? this.#child, 'data'),
        this.ended.then(() => 'over'),
      ]);
      if (isOver === 'over' && !this.text.includes(words)) throw new Error(`It did not show "${words}": ${this.text}`);
    }
  }
}

async function answerOf(url: string): Promise<Answer> {
  const answer = await fetch(url);
  return { status: answer.status, body: await answer.text() };
}

/** Sends a request without the end of its body. @returns a function that sends the rest and returns the answer */
async function beginRequest(port: number): Promise<() => Promise<string>> {
  const socket = connect(port, '127.0.0.1');
  const login = Buffer.from('student:Lectern-2026').toString('base64');
  const head = ['POST /api/tokens HTTP/1.1', 'Host: 127.0.0.1', `Authorization: Basic ${login}`];
  const body = ['Content-Type: application/json', 'Content-Length: 2', 'Expect: 100-continue', 'Connection: close'];
  socket.write(`${[...head, ...body].join('\r\n')}\r\n\r\n`);
  await once(socket, 'data');
  socket.write('{');
  let answer = '';
  socket.on('data', (text: Buffer) => (answer += text.toString()));
  const closed = once(socket, 'close');
  return async () => {
    socket.write('}');
    await closed;
    return answer;
  };
}

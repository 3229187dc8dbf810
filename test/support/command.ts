import { Readable, Writable } from 'node:stream';
import { CommandIo } from '../../core/cli/io.ts';
import { lectern } from '../../core/cli/lectern.ts';
import { compiledPostgres } from './compiled_postgres.ts';

/** What a command printed and how it ended. */
export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Where a command runs. */
export interface CommandPlace {
  readonly root: string;
  /** Environment variables beside `PATH`; tests on a database in memory unless given. */
  readonly env?: NodeJS.ProcessEnv;
  /** What is typed on a terminal; without it, there is no terminal. */
  readonly typed?: string;
}

const harmless = { NODE_ENV: 'test', DATA_DIR: 'memory' };

/** Runs `lectern` in this process. A file that was imported once is not read again. */
export async function runCommand(place: CommandPlace | string, ...args: readonly string[]): Promise<Printed> {
  await compiledPostgres;
  const { root, env = harmless, typed } = typeof place === 'string' ? { root: place } : place;
  const [out, err] = [new Captured(), new Captured()];
  const input = Object.assign(Readable.from(typed === undefined ? [] : [typed]), { isTTY: typed !== undefined });
  const io = new CommandIo({ out, err, input, env: { PATH: process.env['PATH'], ...env } });
  const code = await lectern(['--root', root, ...args], io);
  return { code, out: out.text, err: err.text };
}

/** Keeps what is written to it. */
class Captured extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

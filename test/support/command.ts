import { Readable, Writable } from 'node:stream';
import { CommandIo } from '../../core/cli/terminal/io.ts';
import { lectern } from '../../core/cli/lectern.ts';
import { compiledPostgres } from './compiled_postgres.ts';
import './kept_folders.ts';

/** Output and exit code of a command. */
export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Folder, environment and input of a command. */
export interface CommandPlace {
  readonly root: string;
  /** Environment variables in addition to `PATH`; default: the test environment with a database in memory. */
  readonly env?: NodeJS.ProcessEnv;
  /** Input on a terminal; without it, the command has no terminal. */
  readonly typed?: string;
  /** Standard input, where it is no terminal. */
  readonly piped?: string;
}

const harmless = { NODE_ENV: 'test', DATA_DIR: 'memory' };

/** Runs `lectern` in this process. Imported files stay loaded between calls. @returns output and exit code */
export async function runCommand(place: CommandPlace | string, ...args: readonly string[]): Promise<Printed> {
  await compiledPostgres;
  const { root, env = harmless, typed, piped } = typeof place === 'string' ? { root: place } : place;
  const [out, err] = [new Captured(), new Captured()];
  const given = typed ?? piped;
  const input = Object.assign(Readable.from(given === undefined ? [] : [given]), { isTTY: typed !== undefined });
  const io = new CommandIo({ out, err, input, env: { PATH: process.env['PATH'], ...env } });
  const code = await lectern(['--root', root, ...args], io);
  return { code, out: out.text, err: err.text };
}

/** Stream that stores the written text. */
class Captured extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

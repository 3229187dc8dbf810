import { Readable, Writable } from 'node:stream';
import { CommandIo, runProgram, type CommandContext } from '../cli/index.ts';
import { rootOf } from './installation.ts';
import type { TestKernel } from './test_kernel.ts';

export interface PrintedByCommand {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs the command of a file in `commands/` without a terminal. `withServices` passes the services of the test kernel;
 * a command that creates a kernel with `boot` uses the database of the installation.
 *
 * @example
 * const { out } = await runCommand(test, addVipMember, 'vip:member', 'student', '--json');
 * @param add the default export of the file
 */
export async function runCommand(
  { services }: Pick<TestKernel, 'services'>,
  add: (context: CommandContext) => void,
  ...argv: readonly string[]
): Promise<PrintedByCommand> {
  const [out, err] = [new Captured(), new Captured()];
  const io = new CommandIo({ out, err, input: Readable.from([]), env: {} });
  const root = rootOf(undefined);
  const boot = () => ({ root, env: io.env, logTo: err });
  const withServices: CommandContext['withServices'] = (work) => work(services);
  const code = await runProgram(argv, io, (program) => {
    add({ program, io, boot, root: () => root, withServices });
  });
  return { code, out: out.text, err: err.text };
}

/** Stream that stores all written text. */
class Captured extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

import { Command, CommanderError } from 'commander';
import type { CommandContext } from '../../core/cli/context.ts';

/** What a command printed and how it ended. */
export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in this process, which saves the seconds that another one takes to start. */
export async function runCommand(
  add: (context: CommandContext) => void,
  root: string,
  ...args: readonly string[]
): Promise<Printed> {
  const written = new Writing();
  const program = new Command('lectern').exitOverride().configureOutput({ writeErr: (text) => written.err.push(text) });
  add({ program, root: () => root });
  const before = process.exitCode;
  process.exitCode = 0;
  written.begin();
  try {
    await program.parseAsync(args, { from: 'user' });
    return written.end(process.exitCode);
  } catch (error) {
    if (error instanceof CommanderError) return written.end(error.exitCode === 0 ? 0 : 2);
    console.error(error instanceof Error ? error.message : error);
    return written.end(1);
  } finally {
    process.exitCode = before;
  }
}

/** Catches what is printed meanwhile. */
class Writing {
  readonly #out: string[] = [];
  readonly err: string[] = [];
  readonly #log = console.log;
  readonly #error = console.error;
  readonly #write = process.stdout.write.bind(process.stdout);

  begin(): void {
    console.log = (...parts: unknown[]) => void this.#out.push(`${parts.join(' ')}\n`);
    console.error = (...parts: unknown[]) => void this.err.push(`${parts.join(' ')}\n`);
    process.stdout.write = (text: string | Uint8Array) => {
      this.#out.push(String(text));
      return true;
    };
  }

  end(code: number): Printed {
    console.log = this.#log;
    console.error = this.#error;
    process.stdout.write = this.#write;
    return { code, out: this.#out.join(''), err: this.err.join('') };
  }
}

import { ServerProcess } from '../faults/support/server_process.ts';
import { until } from '../faults/support/until.ts';
import { shortLived } from './engine_flags.mjs';
import { projectRoot } from './platform.ts';

const TIMEOUT_MS = 60_000;
const program = 'dist/core/cli/main.js';

/** `lectern start` of the build, in an installation, in a separate process on a free port. */
export class StartedProcess extends ServerProcess {
  /** @param args arguments after `start` */
  constructor(root: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
    const { PATH } = process.env;
    super({
      file: process.execPath,
      args: [...shortLived, program, '--root', root, 'start', ...args],
      env: { PATH, NODE_ENV: 'test', LOG_LEVEL: 'info', PORT: '0', ...env },
      cwd: projectRoot,
    });
  }

  /** Waits until the output matches a pattern. @returns the first group of the pattern */
  async says(pattern: RegExp): Promise<string> {
    let found: string | undefined;
    await until(
      () => {
        [, found] = pattern.exec(this.output) ?? [];
        if (found !== undefined) return;
        this.assertAlive();
        throw new Error(`The output of the process does not match ${String(pattern)}: ${this.output}`);
      },
      { timeout: TIMEOUT_MS },
    );
    return found as string;
  }

  /** Log lines of the process so far. */
  get lines(): Record<string, unknown>[] {
    const texts = this.output.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'));
    return texts.map((line) => JSON.parse(line) as Record<string, unknown>);
  }
}

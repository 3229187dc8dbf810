import { ServerProcess } from '../faults/support/server_process.ts';
import { until } from '../faults/support/until.ts';
import { projectRoot } from './platform.ts';

const TIMEOUT_MS = 60_000;
const program = ['--import', './core/hosting/loader/from_source.mjs', 'core/cli/main.ts'];

/** `lectern start` at work in an installation, from the sources, in a process of its own on a port that is free. */
export class StartedProcess extends ServerProcess {
  /** @param args behind `start` */
  constructor(root: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
    const { PATH } = process.env;
    super({
      file: process.execPath,
      args: [...program, '--root', root, 'start', ...args],
      env: { PATH, NODE_ENV: 'test', LOG_LEVEL: 'info', PORT: '0', ...env },
      cwd: projectRoot,
    });
  }

  /** Waits until it has printed something. @returns the first group of the pattern */
  async says(pattern: RegExp): Promise<string> {
    let found: string | undefined;
    await until(
      () => {
        [, found] = pattern.exec(this.output) ?? [];
        if (found !== undefined) return;
        this.assertAlive();
        throw new Error(`It did not say ${String(pattern)}; it said ${this.output}`);
      },
      { timeout: TIMEOUT_MS },
    );
    return found as string;
  }

  /** What it has logged. */
  get lines(): Record<string, unknown>[] {
    const texts = this.output.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'));
    return texts.map((line) => JSON.parse(line) as Record<string, unknown>);
  }
}

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { buildSync } from 'esbuild';
import { afterEach, beforeEach, describe, it } from 'mocha';

describe('The output of the log in a process', () => {
  let folder: string;
  let pipe: number;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-lines-'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    pipe = openSync(join(folder, 'pipe'), constants.O_RDWR | constants.O_NONBLOCK);
  });
  afterEach(() => {
    closeSync(pipe);
    rmSync(folder, { recursive: true });
  });

  // A process of its own, because a failure blocks it. It is compiled, because the loader hook opens standard output in
  // another manner.
  const program = `
    import { LogOutput } from './core/hosting/telemetry/log_output.ts';
    const output = new LogOutput({ fd: 1, keptBytes: 10_000, note: () => undefined });
    for (let line = 0; line < 1_000; line++) output.write('x'.repeat(999) + '\\n');
    process.exit(output.dropped > 100 ? 0 : 1);`;
  const compiled = () => {
    const stdin = { contents: program, resolveDir: process.cwd() };
    return buildSync({ stdin, bundle: true, write: false, format: 'esm', platform: 'node' }).outputFiles[0]?.text ?? '';
  };

  for (const kind of ['pipe', 'socket'] as const) {
    it(`does not block on a ${kind} without a reader`, async () => {
      const file = openSync(join(folder, 'pipe'), constants.O_WRONLY);
      const child = spawn(process.execPath, ['--input-type=module', '-e', compiled()], {
        stdio: ['ignore', kind === 'pipe' ? file : 'pipe', 'inherit'],
        timeout: 50_000,
        killSignal: 'SIGKILL',
      });
      closeSync(file);
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
      expect([code, signal]).to.deep.equal([0, null]);
    });
  }
});

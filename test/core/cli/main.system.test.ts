import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import module from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { projectRoot } from '../../support/platform.ts';
import { runBuilt } from './built_program.ts';

describe('The program lectern', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-'));
  const env = { NODE_ENV: 'development', DATA_DIR: dataDir };
  after(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('start reports a taken port before it creates the data folder', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const untouched = join(dataDir, 'untouched');
    for (const workers of ['1', '2']) {
      const args = ['start', '--workers', workers];
      const { code, err } = await runBuilt(projectRoot, args, { ...env, PORT: String(port), DATA_DIR: untouched });
      expect(code).to.equal(1);
      expect(err).to.include(`Port ${port} of 127.0.0.1 is taken by another process, perhaps by a Lectern`);
      expect(err).to.include(`PORT=${port + 1} npm start`);
    }
    other.close();
    expect(existsSync(untouched)).to.equal(false);
  });

  for (const [line, most] of Object.entries({
    typo: 610_000,
    '--help': 610_000,
    'new --help': 200_000,
    'plugin list': 600_000,
    'config show': 700_000,
  })) {
    it(`${line} loads at most ${most} bytes of code, and no package that a kernel needs`, async () => {
      const loaded = mkdtempSync(join(tmpdir(), 'lectern-loaded-'));
      try {
        await runBuilt(projectRoot, line.split(' '), { ...env, NODE_V8_COVERAGE: loaded });
        const files = scriptsIn(loaded);
        expect(files.filter((file) => file.includes('/node_modules/'))).to.deep.equal([]);
        expect(files.reduce((sum, file) => sum + statSync(file).size, 0))
          .to.be.above(10_000)
          .and.below(most);
      } finally {
        rmSync(loaded, { recursive: true });
      }
    });
  }

  it('keeps its compiled code, where Node can', async () => {
    for (let run = 0; run < 2; run++) {
      expect((await runBuilt(projectRoot, ['--help'])).code).to.equal(0);
      const isKept = existsSync(join(projectRoot, '.cache/v8'));
      expect(isKept || !('enableCompileCache' in module)).to.equal(true);
    }
  });

  it('passes on output and exit code of commands', async () => {
    const { code, out, err } = await runBuilt(projectRoot, ['routes', '--public']);
    expect({ code, err }).to.deep.equal({ code: 0, err: '' });
    expect(out).to.match(/^GET +\/api\/settings\/\{type\} /m);
    const problem = await runBuilt(projectRoot, ['migrate', 'up', '--module', 'nothing']);
    expect(problem).to.deep.include({ code: 1, out: '' });
    expect(problem.err).to.include('There is no module "nothing"');
    expect((await runBuilt(projectRoot, ['routes', '--wrong'])).code).to.equal(2);
    expect((await runBuilt(projectRoot, ['--help'])).code).to.equal(0);
  });

  for (const args of [['--help'], ['routes']]) {
    it(`${args.join(' ')} ends with 0 when its output is closed`, async () => {
      const program = join(projectRoot, 'dist/core/cli/main.js');
      const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
      child.stdout.destroy();
      const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
      expect({ code, err }).to.deep.equal({ code: 0, err: '' });
    });
  }
});

/** Files of code that a process has loaded, by the coverage that it wrote into a folder. */
function scriptsIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: { url: string }[] };
    return result.flatMap(({ url }) => (url.startsWith('file:') ? [fileURLToPath(url)] : []));
  });
}

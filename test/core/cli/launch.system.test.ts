import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { shortLived } from '../../support/engine_flags.mjs';
import { FreshClone } from '../../support/fresh_clone.ts';
import { projectRoot } from '../../support/platform.ts';
import { BuiltProgram } from './built_program.ts';

const { version } = (await import('../../../package.json', { with: { type: 'json' } })).default;

class LaunchedProgram extends BuiltProgram {
  static override readonly runner = [
    process.execPath,
    ...shortLived,
    join(projectRoot, 'core/cli/launch.mjs'),
  ] as const;
}

describe('The launcher of lectern', function () {
  this.timeout(240_000);

  it('passes a signal to the server, and returns its exit code', async () => {
    const program = new LaunchedProgram(projectRoot, ['start']);
    try {
      await program.prints(/Lectern is ready at (http:[^\s"]+)/);
      program.signal('SIGTERM');
      expect(await program.exited).to.equal(0);
      expect(program.output).to.include('The process stops (SIGTERM)');
    } finally {
      await program.end('SIGKILL');
    }
  });

  describe('in a clone', () => {
    let clone: FreshClone;
    before(() => {
      clone = new FreshClone();
    });
    after(() => {
      clone.clear();
    });

    it('builds before the first command of npx only', async () => {
      const first = await clone.run('npx lectern --version');
      expect(first.output)
        .to.match(/^Bundling core \.\.\.\n/)
        .and.match(new RegExp(`^${version}$`, 'm'));
      expect(first.code).to.equal(0);
      expect(await clone.run('npx lectern --version')).to.deep.equal({ code: 0, output: `${version}\n` });
      expect((await clone.run('npx lectern --wrong')).code).to.equal(2);
    });

    it('waits while another process builds', async () => {
      // A build holds the lock, and removes its stamp until it has ended.
      const [lock, stamp] = ['.cache/prepare.lock', 'dist/.lectern-sources'].map((path) => join(clone.root, path));
      const built = readFileSync(stamp!);
      rmSync(stamp!);
      writeFileSync(lock!, String(process.pid));
      const child = spawn(process.execPath, [join(clone.root, 'core/cli/launch.mjs'), '--version']);
      const ended = text(child.stdout);
      const [said] = (await Promise.race([once(child.stderr, 'data'), once(child, 'exit')])) as unknown[];
      expect(String(said)).to.include('Waiting for another process that is installing or building here');
      writeFileSync(stamp!, built);
      rmSync(lock!);
      expect(await ended).to.equal(`${version}\n`);
    });

    describe('packed and installed', () => {
      const folder = mkdtempSync(join(tmpdir(), 'lectern-'));
      const root = join(folder, 'node_modules/lectern');
      after(() => {
        rmSync(folder, { recursive: true, force: true });
      });

      before(async () => {
        mkdirSync(root, { recursive: true });
        writeFileSync(join(clone.root, 'config/local.json'), '{}');
        const packed = await clone.run(`npm run build && npm pack && tar xzf *.tgz --strip-components=1 -C '${root}'`);
        expect(packed.code, packed.output).to.equal(0);
        const packages = join(projectRoot, 'node_modules');
        for (const name of readdirSync(packages).filter((one) => !one.startsWith('.')))
          symlinkSync(join(packages, name), join(folder, 'node_modules', name));
        symlinkSync('lectern/core/cli/launch.mjs', join(folder, 'node_modules/.lectern'));
      });

      const run = (...args: string[]) => {
        const env = { PATH: process.env['PATH'], NODE_ENV: 'test', DATA_DIR: 'memory' };
        const program = join(folder, 'node_modules/.lectern');
        return spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' });
      };

      it('runs commands without the local configuration of the clone', () => {
        expect(readdirSync(join(root, 'config'))).to.not.include('local.json');
        expect(run('--version')).to.deep.include({ status: 0, stdout: `${version}\n`, stderr: '' });
        const { status, stdout, stderr } = run('routes', '--public');
        expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
        expect(stdout).to.match(/^GET +\/api\/plugins\/vip\/vip_levels /m);
      });

      it('reports a package without a build, with the fix', () => {
        rmSync(join(root, 'dist'), { recursive: true });
        const { status, stderr } = run('--version');
        expect([status, stderr]).to.deep.equal([
          1,
          `${root}/dist is missing, and an installed package cannot build it; install a package that was packed after npm run build.\n`,
        ]);
      });
    });
  });
});

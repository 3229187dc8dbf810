import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Installation } from '../../../../support/installation.ts';
import { shortLived } from '../../../../support/engine_flags.mjs';
import { projectRoot } from '../../../../support/platform.ts';
import { BuiltProgram } from '../../../cli/built_program.ts';

const program = join(projectRoot, 'dist/core/cli/main.js');

describe('The repository of a plugin', function () {
  this.timeout(300_000);
  const place = new Installation();
  const root = join(place.root, 'lectern-plugin-reading-list');
  const env = { PATH: process.env['PATH'], NODE_ENV: 'test', DATA_DIR: 'memory' };
  const lectern = (...args: string[]) =>
    spawnSync(process.execPath, [...shortLived, program, ...args], { cwd: root, env, encoding: 'utf8' });
  const text = (path: string) => readFileSync(join(root, path), 'utf8');

  before(() => {
    mkdirSync(root);
    const { status, stderr } = lectern('new', 'plugin', 'reading_list', '--package', '.');
    expect(status, stderr).to.equal(0);
  });
  after(() => place.clear());

  it('names the command of npm while its peers are not installed', () => {
    const { status, stderr } = lectern('routes');
    expect([status, stderr]).to.deep.equal([
      1,
      `The plugin in ${root} needs the package "lectern", which is not installed. Install it with: npm install --prefix ${root}\n`,
    ]);
    // As `npm link` does.
    mkdirSync(join(root, 'node_modules'));
    symlinkSync(projectRoot, join(root, 'node_modules/lectern'));
  });

  it('lists its routes beside those of the host', () => {
    expect(lectern('routes').stdout).to.match(/GET +\/api\/plugins\/reading_list\/notes /);
  });

  it('is built into a module that runs without TypeScript', () => {
    const { status, stderr } = lectern('build');
    expect(status, stderr).to.equal(0);
    expect(text('dist/module.json')).to.equal(text('module.json'));
    expect(text('dist/resources/notes.js')).to.match(/from ['"]\.\.\/services\/notes\.js['"]/);
    for (const left of ['test', 'package.json', 'README.md'])
      expect(existsSync(join(root, 'dist', left))).to.equal(false);
    place.write({ 'lectern-plugin-reading-list/failures.mts': 'export const x = {;\n' });
    const broken = lectern('build');
    rmSync(join(root, 'failures.mts'));
    expect(broken.stderr).to.match(/^Nothing was built: .*\(failures\.mts:1:19\)\. Correct the file\.\n$/);
    expect(existsSync(join(root, 'dist/module.json'))).to.equal(true);
  });

  it('is served by lectern dev, which applies edits', async () => {
    const plugins = [root, join(root, 'test/fixtures/callers')].flatMap((folder) => ['--plugin', folder]);
    const dev = new BuiltProgram(projectRoot, ['dev', ...plugins], { NODE_ENV: 'development' });
    try {
      const url = await dev.prints(/Lectern is ready at (http:[^\s"]+)/);
      const address = `${url}/api/plugins/reading_list/notes`;
      expect((await fetch(address, { headers: { 'X-Caller': '7001' } })).status).to.equal(200);
      place.write({
        'lectern-plugin-reading-list/failures.ts': text('failures.ts').replace('no such note', 'no note'),
      });
      await dev.prints(/reloaded: reading_list/);
      const answer = await fetch(`${address}/1`, { headers: { 'X-Caller': '7001' } });
      expect(await answer.text()).to.include('There is no note.');
    } finally {
      await dev.end('SIGTERM');
    }
  });
});

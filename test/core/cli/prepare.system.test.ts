import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import { execFileSync, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { manifest } from '../../support/installation.ts';
import { projectRoot } from '../../support/platform.ts';
import { Project } from '../../support/project.ts';

const resource = (name: string, more: string) => `
import { open, raw, resource, returns } from 'lectern';
import { word } from '../word.ts';

@resource('/plugins/${name}/words')
export default class Words {
  @open @returns(raw)
  search(): unknown { return [word]; }
}
${more}`;

describe('npm start', function () {
  this.timeout(240_000);
  let project: Project;

  before(() => {
    project = new Project({
      'plugins/mistyped/module.json': manifest('mistyped'),
      'plugins/mistyped/word.ts': `export const word: number = 'import ./word.ts';`,
      'plugins/mistyped/resources/words.ts': resource(
        'mistyped',
        `declare module 'lectern' { interface Caller { shopId: string } }`,
      ),
      'plugins/linked/module.json': manifest('linked'),
      'plugins/broken/module.json': manifest('broken'),
      'plugins/broken/word.ts': `export const word = 'a';`,
      'plugins/broken/resources/words.ts': resource('broken', 'export const = 1;'),
      'plugins/stale/module.json': manifest('stale'),
      'plugins/stale/word.ts': `export const word = 'a';`,
      'plugins/stale/resources/words.ts': `/** A comment. */\n// Another one.${resource('stale', `import { removed } from 'lectern'; export { removed };`)}`,
    });
    project.copy(join(projectRoot, 'package-lock.json'), 'package-lock.json');
    project.link('me@machine.4711', 'plugins/mistyped/resources/.#words.ts');
    project.link('nowhere.ts', 'plugins/linked/lost.ts');
    execFileSync('mkfifo', [join(project.root, 'plugins/linked/pipe.js')]);
  });
  after(() => project.clear());

  it('checks its port before the build', async () => {
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    const args = ['core/cli/prepare.mjs', 'build', 'dist/core/cli/main.js', 'start'];
    const startedAt = async (named: string) => {
      const env = { PATH: process.env['PATH'], NODE_ENV: 'development', PORT: named };
      const child = spawn(process.execPath, args, { cwd: project.root, env, stdio: ['ignore', 'ignore', 'pipe'] });
      const [err, ended] = await Promise.all([text(child.stderr), once(child, 'close')]);
      expect(ended).to.deep.equal([1, null]);
      return err;
    };
    expect(await startedAt(String(port)))
      .to.include(`Port ${port} of 127.0.0.1 is taken`)
      .and.include(`PORT=${port + 1} npm start`);
    other.close();
    expect(await startedAt('abc')).to.include('whole number from 0 to 65535; correct PORT');
    expect(existsSync(join(project.root, 'dist'))).to.equal(false);
  });

  it('builds without type checks, and leaves out modules with syntax errors', () => {
    const { status, stderr } = project.node('core/cli/prepare.mjs', 'build');
    expect(status, stderr).to.equal(0);
    expect(stderr).to.match(/^Bundling core \.\.\.\nBundling pages \.\.\.\nCompiling plugins and custom \.\.\.\n/);
    expect(stderr).to.match(
      /^warning: plugins\/broken is not built; correct this error, and build again: .+ \(plugins\/broken\/resources\/words\.ts:10:\d+\)$/m,
    );
    expect(stderr)
      .to.match(/^Built dist\/, [\d.]+ s$/m)
      .and.not.include('mistyped');
    expect(project.node('core/cli/prepare.mjs', 'build').stderr).to.equal('');
  });

  it('serves the built modules, and names the failed plugins', () => {
    const program = `
      import { createKernel } from './dist/core/hosting/index.js';
      const kernel = await createKernel({ root: process.cwd(), config: { log: { level: 'silent' } } });
      const answer = await fetch((await kernel.listen()) + '/api/plugins/mistyped/words');
      console.log(JSON.stringify([await answer.json(), kernel.failedPlugins.map(({ module, reason }) => module + ': ' + reason)]));
      await kernel.stop();`;
    project.write({ 'ask.mjs': program });
    const { stdout, stderr } = project.node('ask.mjs');
    const [answer, aside] = JSON.parse(stdout || stderr) as [string[], string[]];
    expect(answer).to.deep.equal(['import ./word.ts']);
    expect(aside).to.have.length(3);
    expect(aside.find((one) => one.startsWith('stale'))).to.match(
      /'lectern' does not provide an export named 'removed' \(plugins\/stale\/resources\/words\.ts:11\)$/,
    );
    expect(aside.find((one) => one.startsWith('linked'))).to.match(/plugins\/linked\/(lost\.ts|pipe\.js)/);
    expect(aside.find((one) => one.startsWith('broken'))).to.match(
      /^broken: .*plugins\/broken\/resources\/words\.ts:10/,
    );
  });
});

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { manifest } from '../../support/installation.ts';
import { projectRoot } from '../../support/platform.ts';
import { Project, type Outcome } from '../../support/project.ts';

const resource = (address: string) => `
import { open, raw, resource, returns } from 'lectern';

@resource('${address}')
export default class Words {
  @open @returns(raw)
  search(): unknown { return []; }
}`;

const source = 'core/kernel/declare/standard_failures.ts';

/** Text of a file of core, with a change. */
const edited = (change: string) =>
  readFileSync(join(projectRoot, source), 'utf8').replace('read it again', `read it again (${change})`);

describe('A build after changes', () => {
  let project: Project;
  let said: string;
  /** Bundled files of core after each build. */
  const chunks: string[][] = [];

  before(() => {
    project = new Project({
      'plugins/shop/module.json': manifest('shop'),
      'plugins/shop/resources/words.ts': resource('/plugins/shop/words'),
      'plugins/shop/resources/gone.ts': resource('/plugins/shop/gone'),
      'plugins/left/module.json': manifest('left'),
      'plugins/left/resources/words.ts': resource('/plugins/left/words'),
      'plugins/spoiled/module.json': manifest('spoiled'),
      'plugins/spoiled/resources/words.ts': resource('/plugins/spoiled/words'),
    });
    project.copy(join(projectRoot, 'package-lock.json'), 'package-lock.json');
    build();
    chunks.push(chunksNow());
    rmSync(join(project.root, 'plugins/shop/resources/gone.ts'));
    rmSync(join(project.root, 'plugins/left'), { recursive: true });
    project.write({ 'plugins/spoiled/resources/words.ts': 'export const = 1;', [source]: edited('second') });
    said = build();
    chunks.push(chunksNow());
  });
  after(() => project.clear());

  const build = () => {
    const { status, stderr } = project.node('core/cli/prepare.mjs', 'build');
    expect(status, stderr).to.equal(0);
    return stderr;
  };
  const chunksNow = () => readdirSync(join(project.root, 'dist/core/bundled'));
  const isThere = (path: string) => existsSync(join(project.root, 'dist/plugins', path));

  it('contains no deleted file or plugin', () => {
    expect(isThere('shop/resources/words.js')).to.equal(true);
    expect(isThere('shop/resources/gone.js')).to.equal(false);
    expect(isThere('left')).to.equal(false);
    expect(said).to.match(/^Built dist\/, [\d.]+ s, \d+ stale files removed$/m);
  });

  it('keeps commands running, and removes files older than the previous build', async () => {
    project.write({ [source]: edited('third') });
    const outcomes = await runDuring(spawn(process.execPath, ['core/cli/prepare.mjs', 'build'], { cwd: project.root }));
    expect(outcomes.filter(({ status }) => status !== 0)).to.deep.equal([]);
    expect(outcomes).not.to.be.empty;
    const [first, second = [], third = []] = [...chunks, chunksNow()];
    expect(second, 'the former build stays').to.include.members(first).and.have.length.above(first.length);
    expect(third, 'the previous build stays').to.include.members(second.filter((name) => !first.includes(name)));
    expect(third, 'older ones do not').not.to.include.members(first);
  });

  /** Runs a command again and again until the build has ended. */
  const runDuring = async (child: ChildProcess) => {
    const outcomes: Outcome[] = [];
    while (child.exitCode === null) {
      outcomes.push(project.builtLectern('--version'));
      await setImmediate();
    }
    expect(child.exitCode).to.equal(0);
    return outcomes;
  };

  it('contains no file of a module that no longer compiles', () => {
    expect(isThere('spoiled')).to.equal(false);
    expect(said).to.match(/^warning: plugins\/spoiled is not built; correct this error, /m);
  });
});
